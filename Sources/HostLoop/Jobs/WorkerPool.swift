#if os(Linux)
  import HostProtocol
  import OperatingSystem
  @_spi(Host) import Reactive

  /// The threads for tasks that are on no actor: as many as there are processors, and more while
  /// all of them are blocked.
  ///
  /// Steps begin in the order in which they came, those of higher priority first. It replaces the
  /// platform's pool because it knows which step a thread runs: the results of steps for the main
  /// actor are ordered by the beginnings of the steps, whatever the threads do.
  nonisolated final class WorkerPool: Sendable {
    private struct Step {
      let job: UnownedJob
      let origin: StepOrigin
    }

    private struct State {
      /// The waiting steps by priority, the highest first.
      var waiting = [Queue<Step>](repeating: Queue(), count: 3)
      /// The running workers, in the order in which their steps began.
      var running: [Worker] = []
      var threadCount = 0
      /// The number of threads whose steps are blocked outside, which do not count.
      var heldCount = 0
      /// The number of idle threads.
      var idleCount = 0
      /// The number of steps that have begun.
      var stepCount = 0
      /// The number of steps that wait, of all priorities.
      var waitingCount = 0
      /// Whether steps run one after another, and short ones only while the loop waits.
      var alternates = false
      var isPaused = false

      /// Whether a step may begin.
      var isOpen: Bool {
        !alternates || !isPaused && running.allSatisfy { $0.checkGivesWay() }
      }
    }

    private let state = Monitor(State())
    private let watchers = Monitor(false)
    private let processorCount = Process.processorCount
    /// The most threads in excess of processors: for threads that seem blocked, and including those
    /// that report it.
    private static let (guessedLimit, threadLimit) = (64, 1_024)
    private let run: @Sendable (UnownedJob) -> Void
    private let isFree: @Sendable () -> Void

    /// - Parameters:
    ///   - run: runs a step, which is running until this returns.
    ///   - isFree: called on the step's thread when the step has ended.
    init(
      run: @escaping @Sendable (UnownedJob) -> Void,
      isFree: @escaping @Sendable () -> Void
    ) {
      self.run = run
      self.isFree = isFree
    }

    /// Schedules the next step of a task.
    func enqueue(_ job: UnownedJob, from origin: StepOrigin) {
      let (isShort, isNew) = state.withLock { state in
        // In a recording, steps of a task and of tasks that it starts must not overtake each other.
        let level = state.alternates ? 0 : Self.level(job.priority)
        state.waiting[level].append(Step(job: job, origin: origin))
        state.waitingCount += 1
        if state.waitingCount <= state.idleCount { return (false, false) }
        guard state.threadCount - state.heldCount < processorCount else { return (true, false) }
        state.threadCount += 1
        return (false, true)
      }
      state.signal()
      if isNew { addThread() }
      if isShort { watch() }
    }

    /// The number of steps that run or wait for a thread.
    var unfinishedCount: Int { state.withLock { $0.running.count + $0.waitingCount } }

    /// Returns 0 for user-initiated, 1 for utility, and 2 for lower priorities (SE-0304).
    private static func level(_ priority: JobPriority) -> Int {
      switch priority.rawValue {
      case TaskPriority.high.rawValue...: 0
      case TaskPriority.low.rawValue...: 1
      default: 2
      }
    }

    private func addThread() {
      // If this fails, the other threads have more to do.
      if (try? Thread.detach { [self] in work() }) == nil { state.withLock { $0.threadCount -= 1 } }
    }

    private func work() -> Never {
      let worker = Worker()
      Worker.setCurrent(worker)
      Thread.observeWaits { [self] in note(isHeld: $0) }
      while true {
        let step = next(for: worker)
        run(step.job)
        let alternates = state.withLock { state in
          state.running.removeAll { $0 === worker }
          return state.alternates
        }
        if alternates { state.broadcast() }
        isFree()
      }
    }

    private func next(for worker: Worker) -> Step {
      var isIdle = false
      return state.wait(pollingWhile: { $0.alternates && $0.waitingCount > 0 }) { state in
        guard state.isOpen, let level = state.waiting.firstIndex(where: { !$0.isEmpty }),
          let step = state.waiting[level].popFirst()
        else {
          if !isIdle { state.idleCount += 1 }
          isIdle = true
          return nil
        }
        if isIdle { state.idleCount -= 1 }
        state.waitingCount -= 1
        state.stepCount += 1
        worker.begin(state.stepCount, from: step.origin)
        state.running.append(worker)
        return step
      }
    }

    /// Runs a closure while all threads are idle, and prevents steps from beginning meanwhile.
    ///
    /// - Parameter body: receives the number of threads.
    /// - Returns: `nil` when a step runs or waits.
    func whileIdle<Result>(_ body: (Int) -> Result) -> Result? {
      state.withLock { state in
        guard state.idleCount == state.threadCount, state.waitingCount == 0 else { return nil }
        return body(state.threadCount)
      }
    }

    // MARK: Alternation

    /// Runs steps one after another from now on, except long ones, and begins them only between
    /// ``resume()`` and ``pause()``: steps that overlap can meet in an actor, which would split
    /// them into other steps.
    func alternate() {
      state.withLock { state in
        state.alternates = true
        state.isPaused = true
      }
    }

    /// Returns the first running step that is not long: results of later steps come after its own,
    /// as in the replay.
    func findOldestShortStep() -> Int? {
      state.withLock { state in state.running.first { !$0.checkIsLong() }?.step }
    }

    /// Lets steps begin.
    func resume() {
      state.withLock { $0.isPaused = false }
      state.broadcast()
    }

    /// Lets only the waiting steps begin, and waits until no short step runs.
    func pause() {
      let last = state.withLock { $0.stepCount + $0.waitingCount }
      state.wait(pollingWhile: { _ in true }) { state -> Void? in
        let hasBegun =
          state.stepCount >= last || state.waitingCount == 0
          || state.running.count == state.threadCount
          || state.running.contains { $0.checkIsLong() && !$0.checkGivesWay() }
        guard hasBegun, state.running.allSatisfy({ $0.checkIsLong() }) else { return nil }
        state.isPaused = true
        return ()
      }
    }

    // MARK: Blocked threads

    /// Notes that the calling thread is about to block, or has stopped to.
    private func note(isHeld: Bool) {
      let isNew = state.withLock { state in
        state.heldCount += isHeld ? 1 : -1
        guard isHeld, state.waitingCount > state.idleCount,
          state.threadCount < processorCount + Self.threadLimit
        else { return false }
        state.threadCount += 1
        return true
      }
      if isNew { addThread() }
    }

    /// Checks periodically, while steps wait, whether all threads are blocked.
    private func watch() {
      let isNew = watchers.withLock { isWatching in
        defer { isWatching = true }
        return !isWatching
      }
      guard isNew else { return }
      let thread: Void? = try? Thread.detach { [self] in
        // Swift does not promise progress to tasks that block a thread; but they have it on other
        // pools.
        var stepCount = -1
        while true {
          Poll.nap(milliseconds: 100)
          let (isOver, isHeldUp) = state.withLock { state in
            defer { stepCount = state.stepCount }
            guard state.waitingCount > 0 else { return (true, false) }
            guard stepCount == state.stepCount, state.idleCount == 0,
              state.threadCount - state.heldCount < processorCount + Self.guessedLimit,
              !state.running.contains(where: { $0.checkIsComputing() })
            else { return (false, false) }
            state.threadCount += 1
            return (false, true)
          }
          if isHeldUp { addThread() }
          if isOver { break }
        }
        watchers.withLock { $0 = false }
        // Steps may have come since the last check.
        if state.withLock({ $0.waitingCount > $0.idleCount }) { watch() }
      }
      if thread == nil { watchers.withLock { $0 = false } }
    }
  }

  /// A thread of the ``WorkerPool``, and its current step.
  ///
  /// Its own thread may read all properties. They are written under the pool's lock, and other
  /// threads hold it for the checks.
  nonisolated final class Worker: @unchecked Sendable {
    /// The number of the step, in the order in which steps begin.
    private(set) var step = 0
    private(set) var origin = StepOrigin()
    /// When the step began, by the process's clock in nanoseconds.
    private(set) var start: Int64 = 0
    /// Whether the step has had an effect: it has sent a result to the main actor, or started other
    /// work.
    private var hasEffect = false
    private var ownTime: Int64?

    private let processorClock = ProcessorClock.ofThisThread
    private let state = ThreadState.ofThisThread()
    private var firstReading: ProgressTimeout.Reading?
    private var isFoundLong = false
    private var givesWay = false

    func begin(_ step: Int, from origin: StepOrigin) {
      self.step = step
      self.origin = origin
      start = Process.nanoseconds()
      hasEffect = false
      ownTime = nil
      firstReading = nil
      isFoundLong = false
      givesWay = false
    }

    /// How long the loop waits for a step that computes, and how long other steps do, in
    /// nanoseconds of processor time.
    private static let (shortComputation, aloneComputation): (Int64, Int64) = (
      5_000_000, 100_000_000
    )
    /// How long both wait for a step that is blocked afterwards, in nanoseconds.
    private static let shortTime: Int64 = 20_000_000

    /// Whether the step is so long that the loop need not wait. The first check starts the count.
    func checkIsLong() -> Bool { check(&isFoundLong, Self.shortComputation) }

    /// Whether the step is so long that other steps need not wait.
    func checkGivesWay() -> Bool { check(&givesWay, Self.aloneComputation) }

    private func check(_ isFound: inout Bool, _ computation: Int64) -> Bool {
      if isFound { return true }
      let now = processorClock.reading
      guard let first = firstReading else {
        firstReading = now
        return false
      }
      isFound =
        (now.processor ?? 0) - (first.processor ?? 0) >= computation
        || now.time - first.time >= Self.shortTime && state?.isRunnable != true
      return isFound
    }

    /// The reading of its clock at the last check.
    private var lastReading: ProgressTimeout.Reading?

    /// Whether it has computed since the last check.
    func checkIsComputing() -> Bool {
      let now = processorClock.reading
      defer { lastReading = now }
      return lastReading.map(now.isBusy(since:)) ?? true
    }

    /// Notes that the step is about to have an effect. In a replay, the whole step runs at its
    /// first effect.
    func noteEffect(in queue: JobQueue) {
      if hasEffect { return }
      hasEffect = true
      guard queue.timeMode == .recorded else { return }
      _ = time(in: queue)
      queue.note(RunRequest.Step(of: origin.task, at: ownTime))
    }

    /// Returns the time for the work of the step, in nanoseconds since the start. In a recording it
    /// is one time for the whole step, as in the replay no time passes meanwhile: when the loop
    /// scheduled it, or when it first read the time.
    func time(in queue: JobQueue) -> Int64 {
      guard queue.timeMode == .recorded else { return queue.realNow }
      if let time = origin.time ?? ownTime { return time }
      let time = queue.realNow
      ownTime = time
      return time
    }

    // MARK: The worker of a thread

    private static let ofThread = ThreadLocal<Worker>()

    /// The worker of the calling thread; `nil` on other threads.
    static var current: Worker? { ofThread.value }

    /// Sets the worker of the calling thread; it is never freed.
    static func setCurrent(_ worker: Worker) { ofThread.set(worker) }
  }
#endif
