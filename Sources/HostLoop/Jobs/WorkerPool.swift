#if os(Linux)
  import HostProtocol
  import OperatingSystem
  @_spi(Host) import Reactive

  /// The threads on which tasks run that are on no actor: as many as there are processors, and more while all of them
  /// wait for something outside.
  ///
  /// Steps begin in the order in which they came, those of higher priority first. The pool is there, instead of the
  /// platform's, because it knows which step a thread is at: what steps bring to the main actor can so be put into
  /// the order in which they began, whatever the threads do to it.
  nonisolated final class WorkerPool: Sendable {
    private struct Step {
      let job: UnownedJob
      let origin: StepOrigin
    }

    private struct State {
      /// By priority, the highest first.
      var waiting = [Queue<Step>](repeating: Queue(), count: 3)
      /// In the order in which their steps began.
      var running: [Worker] = []
      var threadCount = 0
      /// Threads whose steps wait for something outside, which count as none.
      var heldCount = 0
      /// Threads that have nothing to do.
      var idleCount = 0
      /// Steps that have begun.
      var stepCount = 0
      /// Steps that wait, of all priorities.
      var waitingCount = 0
      /// Whether steps run one after another, and short ones not while the loop is at work.
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
    /// How many more threads than processors there are at most: of those that seem to wait, and with those that say so.
    private static let (guessedLimit, threadLimit) = (64, 1_024)
    private let run: @Sendable (UnownedJob) -> Void
    private let isFree: @Sendable () -> Void

    /// - Parameters:
    ///   - run: runs a step, which counts as under way as long as this does.
    ///   - isFree: called on the step's thread when nobody needs to wait for it any more.
    init(
      run: @escaping @Sendable (UnownedJob) -> Void,
      isFree: @escaping @Sendable () -> Void
    ) {
      self.run = run
      self.isFree = isFree
    }

    /// Has the next step of a task run.
    func enqueue(_ job: UnownedJob, from origin: StepOrigin) {
      let (isShort, isNew) = state.withLock { state in
        // The steps of one task, and of what it sets off, must not overtake each other in a recording.
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

    /// How many steps are under way or wait for a thread.
    var unfinishedCount: Int { state.withLock { $0.running.count + $0.waitingCount } }

    /// User-initiated, utility, and what is below (SE-0304).
    private static func level(_ priority: JobPriority) -> Int {
      switch priority.rawValue {
      case TaskPriority.high.rawValue...: 0
      case TaskPriority.low.rawValue...: 1
      default: 2
      }
    }

    private func addThread() {
      // Without another thread the others have more to do.
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

    /// Does something while no thread is at anything, or can begin: each waits for a step.
    ///
    /// - Parameter body: is told how many threads there are.
    /// - Returns: `nil` when a step is under way or waits.
    func whileIdle<Result>(_ body: (Int) -> Result) -> Result? {
      state.withLock { state in
        guard state.idleCount == state.threadCount, state.waitingCount == 0 else { return nil }
        return body(state.threadCount)
      }
    }

    // MARK: Steps and turns one after another

    /// From now on steps run one after another, as far as they do not take very long, and begin only between ``resume()``
    /// and ``pause()``: two that overlap can meet in an actor, which makes other steps of them.
    func alternate() {
      state.withLock { state in
        state.alternates = true
        state.isPaused = true
      }
    }

    /// The first of the steps that are under way, but for those that take long, for which nobody should wait: what later
    /// steps bring back comes after what it does, as in the replay.
    func findOldestShortStep() -> Int? {
      state.withLock { state in state.running.first { !$0.checkIsLong() }?.step }
    }

    /// Lets steps begin.
    func resume() {
      state.withLock { $0.isPaused = false }
      state.broadcast()
    }

    /// Lets no step begin any more, but those that wait now, and waits until none is under way that is short.
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

    // MARK: Threads that wait

    /// The thread that calls is about to wait for something outside, or has done so.
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

    /// Looks, while steps wait, whether all threads are held up.
    private func watch() {
      let isNew = watchers.withLock { isWatching in
        defer { isWatching = true }
        return !isWatching
      }
      guard isNew else { return }
      let thread: Void? = try? Thread.detach { [self] in
        // Swift gives no promise to those who block a thread; but they have it so on other pools.
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
        // Something may have come since the last look.
        if state.withLock({ $0.waitingCount > $0.idleCount }) { watch() }
      }
      if thread == nil { watchers.withLock { $0 = false } }
    }
  }

  /// A thread of the ``WorkerPool``, and the step that it is at.
  ///
  /// Its thread reads all of it; under the pool's lock it is written, and other threads look whether it takes long.
  nonisolated final class Worker: @unchecked Sendable {
    /// The number of the step: they are counted as they begin.
    private(set) var step = 0
    private(set) var origin = StepOrigin()
    /// When the step began, by the process's clock in nanoseconds.
    private(set) var start: Int64 = 0
    /// Whether the step has had an effect on others: it has brought something back to the main actor, or set something
    /// off.
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

    /// How long the loop waits for a step that computes, and how long other steps do, in nanoseconds.
    private static let (shortComputation, aloneComputation): (Int64, Int64) = (
      5_000_000, 100_000_000
    )
    /// How long both wait for one that by then waits for something else than a processor.
    private static let shortTime: Int64 = 20_000_000

    /// Looks whether the step takes so long that the loop need not wait. The first look starts the count.
    func checkIsLong() -> Bool { check(&isFoundLong, Self.shortComputation) }

    /// Looks whether the step takes so long that other steps need not wait.
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

    /// What its clock told when somebody last looked.
    private var lastLook: ProgressTimeout.Reading?

    /// Looks whether it has computed since the last look.
    func checkIsComputing() -> Bool {
      let now = processorClock.reading
      defer { lastLook = now }
      return lastLook.map(now.isBusy(since:)) ?? true
    }

    /// Notes that the step is about to have an effect. In a replay all of it happens when it had its first.
    func noteEffect(in queue: JobQueue) {
      if hasEffect { return }
      hasEffect = true
      guard queue.timeMode == .recorded else { return }
      _ = time(in: queue)
      queue.note(RunRequest.Step(of: origin.task, at: ownTime))
    }

    /// The time for what the step does, in nanoseconds since the start. In a recording it is one time for all of it, as
    /// no time passes meanwhile in the replay: that at which the loop set it off, or at which it first asked.
    func time(in queue: JobQueue) -> Int64 {
      guard queue.timeMode == .recorded else { return queue.realNow }
      if let time = origin.time ?? ownTime { return time }
      let time = queue.realNow
      ownTime = time
      return time
    }

    // MARK: The worker of a thread

    private static let ofThread = ThreadLocal<Worker>()

    /// The one whose thread calls; nothing on other threads.
    static var current: Worker? { ofThread.value }

    /// Says whose thread calls; it is never freed.
    static func setCurrent(_ worker: Worker) { ofThread.set(worker) }
  }
#endif
