#if os(Linux) && !MAIN_QUEUE
  // Swift 6.3 lets a process install its own executors before its first task, under these two SPIs. All use of them is
  // in this file; where they do not exist, `EventLoop+Dispatch.swift` stands in.
  import OperatingSystem
  @_spi(ExperimentalCustomExecutors) @_spi(ExperimentalScheduling) import _Concurrency

  /// An executor whose sleeps are timers of the loop.
  nonisolated private protocol LoopTimerExecutor: SchedulingExecutor {
    var queue: JobQueue { get }
    /// What the loop's thread does for a job that is due.
    func loopJob(_ job: UnownedJob) -> JobQueue.Job
  }

  extension LoopTimerExecutor {
    nonisolated func enqueue<C: Clock>(
      _ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C
    ) {
      let job = UnownedJob(job)
      Sleep(exactly: nanoseconds(delay)).begin(loopJob(job), in: queue)
    }

    nonisolated func enqueue<C: Clock>(
      _ job: consuming ExecutorJob, at instant: C.Instant, tolerance: C.Duration?, clock: C
    ) {
      let job = UnownedJob(job)
      Sleep(about: nanoseconds(clock.now.duration(to: instant))).begin(loopJob(job), in: queue)
    }
  }

  /// An executor whose jobs run on the loop's thread.
  nonisolated private protocol LoopThreadExecutor: LoopTimerExecutor {}

  extension LoopThreadExecutor {
    nonisolated func enqueue(_ job: consuming ExecutorJob) {
      let job = loopJob(UnownedJob(job))
      if !Process.isMainThread {
        arrive(job)
      } else if let step = Executors.runningStep, queue.isHoldingArrivals {
        queue.arrive(job, from: 0, of: step.task)
      } else {
        queue.enqueue(job)
      }
    }

    /// Another thread has set it off.
    nonisolated private func arrive(_ job: JobQueue.Job) {
      guard let worker = Worker.current else { return queue.arrive(job, from: 0, of: 0) }
      worker.noteEffect(in: queue)
      queue.arrive(job, from: worker.step, of: worker.origin.task)
    }
  }

  /// Runs the main actor on the event loop.
  nonisolated private final class MainLoopExecutor: MainExecutor, LoopThreadExecutor {
    let queue: JobQueue

    init(_ queue: JobQueue) { self.queue = queue }

    func loopJob(_ job: UnownedJob) -> JobQueue.Job { .main(job) }

    func checkIsolated() {
      precondition(Process.isMainThread, "expected to run on the main actor")
    }

    func isIsolatingCurrentContext() -> Bool? { Process.isMainThread }

    // The loop is not run through the runtime.
    func run() {}
    func stop() {}
  }

  /// Runs on the event loop what is on no actor and prefers to.
  nonisolated private final class LoopTaskExecutor: TaskExecutor, LoopThreadExecutor {
    let queue: JobQueue

    init(_ queue: JobQueue) { self.queue = queue }

    func loopJob(_ job: UnownedJob) -> JobQueue.Job { .other(job) }
  }

  /// Runs all else that is on no actor on other threads, or when time is virtual on the loop's; and keeps its sleeps,
  /// as all others, in the queue.
  nonisolated private final class PoolExecutor: TaskExecutor, LoopTimerExecutor {
    let queue: JobQueue
    private let pool: WorkerPool?

    init(_ queue: JobQueue, _ pool: WorkerPool?) {
      self.queue = queue
      self.pool = pool
    }

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      let task = number(of: job)
      var origin = Executors.runningStep ?? Worker.current?.origin ?? StepOrigin()
      origin.task = task
      if Executors.runningStep == nil {
        origin.time = Process.isMainThread ? queue.now : nil
        if Process.isMainThread { origin.order = queue.drawTimerNumber() }
      }
      Worker.current?.noteEffect(in: queue)
      if let pool, !queue.isVirtual {
        if queue.timeMode == .recorded { queue.noteOpenStep() }
        pool.enqueue(job, from: origin)
      } else if Process.isMainThread || queue.isHoldingArrivals {
        queue.enqueueStep(.step(job, origin), of: task)
      } else {
        // With virtual time other threads are those of libraries.
        queue.arrive(.step(job, origin), from: 0, of: 0)
      }
    }

    private func number(of job: UnownedJob) -> Int {
      let current = Worker.current?.origin.task ?? Executors.runningTask
      return queue.taskNumber(of: taskID(of: job), in: current)
    }

    // The runtime sets no other timers than those that end a sleep, and these jobs are short.
    func loopJob(_ job: UnownedJob) -> JobQueue.Job { .wake(job, task: number(of: job)) }
  }

  /// The executors of this process. The runtime asks a type for them, so they are global; they are set once.
  nonisolated enum Executors: ExecutorFactory {
    nonisolated(unsafe) private static var main: MainLoopExecutor?
    nonisolated(unsafe) private static var task: LoopTaskExecutor?
    nonisolated(unsafe) private static var other: PoolExecutor?
    /// What the loop's thread is at, if it is a step of a task on no actor, or the end of its sleep; only that thread
    /// asks.
    nonisolated(unsafe) private static var running = Running()

    private struct Running {
      var task = 0
      /// What set the step off; `nil` for the end of a sleep.
      var origin: StepOrigin?
    }

    /// Has the main actor's jobs put into the queue from now on, and those of all other executors too when time is
    /// virtual. To be called once, before the first task.
    ///
    /// - Parameter isFree: called on a worker's thread after each of its steps.
    /// - Returns: the threads for all other tasks; `nil` when time is virtual.
    static func install(
      _ queue: JobQueue, isFree: @escaping @Sendable () -> Void
    ) -> WorkerPool? {
      main = MainLoopExecutor(queue)
      task = LoopTaskExecutor(queue)
      var pool: WorkerPool?
      if queue.timeMode != .virtual {
        pool = WorkerPool(
          run: {
            queue.stepWillRun?(Worker.current?.origin.task ?? 0)
            Executors.runStep($0)
            Worker.current?.noteEffect(in: queue)
            queue.stepWillRun?(0)
          }, isFree: isFree)
      }
      other = PoolExecutor(queue, pool)
      _createExecutors(factory: Executors.self)
      return pool
    }

    static var mainExecutor: any MainExecutor {
      guard let main else { preconditionFailure("the executors are not set") }
      return main
    }

    /// What prefers to run on the loop's thread although it is on no actor.
    static var taskExecutor: (any TaskExecutor)? { task }

    static var defaultExecutor: any TaskExecutor {
      other ?? PlatformExecutorFactory.defaultExecutor
    }

    /// The number of the task that the loop's thread is at; 0 for none.
    fileprivate static var runningTask: Int { Process.isMainThread ? running.task : 0 }

    /// What set off the step that the loop's thread is at, if it is at one.
    fileprivate static var runningStep: StepOrigin? {
      Process.isMainThread ? running.origin : nil
    }

    /// The time for what this thread is at, in nanoseconds since the start. A replay may let a step come later than it
    /// was set off.
    static func time(in queue: JobQueue) -> Int64 {
      if Process.isMainThread { return running.origin?.time ?? queue.now }
      return Worker.current?.time(in: queue) ?? queue.realNow
    }

    /// When a timer that this thread sets counts as set; `nil` for now.
    static var timerOrder: Int? { (runningStep ?? Worker.current?.origin)?.order }

    /// Runs a job on the loop's thread.
    static func run(_ job: JobQueue.Job) {
      guard let queue = main?.queue, queue.notesInstances else { return runBare(job) }
      let outer = queue.instance
      queue.instance = job.instance
      runBare(job.bare)
      queue.instance = outer
    }

    private static func runBare(_ job: JobQueue.Job) {
      switch job {
      case .main(let job): if let main { job.runSynchronously(on: main.asUnownedSerialExecutor()) }
      case .other(let job): if let task { job.runSynchronously(on: task.asUnownedTaskExecutor()) }
      case .step(let job, let origin): run(job, as: Running(task: origin.task, origin: origin))
      case .wake(let job, let task): run(job, as: Running(task: task))
      case .call(let call): call()
      case .of(_, let job): runBare(job)
      }
    }

    private static func run(_ job: UnownedJob, as running: Running) {
      self.running = running
      runStep(job)
      self.running = Running()
    }

    /// Runs a step of a task on no actor, on whatever thread calls.
    private static func runStep(_ job: UnownedJob) {
      if let other { job.runSynchronously(on: other.asUnownedTaskExecutor()) }
    }
  }

  /// A sleep that the Swift runtime asks for, as a timer of the loop.
  ///
  /// In a recording, and its replay, it is counted from the time for what calls for it, which is also what the runtime's
  /// clocks tell. Where these clocks could not be replaced, the sleep is then as long as was most likely asked for: the
  /// runtime tells only when it is to end.
  nonisolated struct Sleep {
    /// How long it is at least and at most, in nanoseconds.
    private let range: ClosedRange<Int64>
    /// Whether it is known how long was asked for.
    private let isExact: Bool

    /// - Parameter delay: in nanoseconds.
    init(exactly delay: Int64) {
      range = delay...delay
      isExact = true
    }

    /// A sleep until a time that has been computed a moment ago, from the real clock.
    ///
    /// - Parameter rest: how long it is until then, in nanoseconds.
    init(about rest: Int64) {
      // On the loop's own thread nothing lies between the computation and this.
      let spent = Worker.current.map { Process.nanoseconds() - $0.start } ?? 1_000_000
      range = rest...rest.addingWithoutOverflow(spent)
      isExact = false
    }

    /// Sets the timer.
    func begin(_ job: JobQueue.Job, in queue: JobQueue) {
      Worker.current?.noteEffect(in: queue)
      let delay = max(queue.timeMode == .real ? range.lowerBound : likeliestDelay, 0)
      // In real time the clock that has been read is the system's, which has gone on since the turn began.
      let isOfTurn = queue.timeMode != .real || isExact
      let start = isOfTurn ? Executors.time(in: queue) : queue.realNow
      let order = isOfTurn ? Executors.timerOrder : nil
      _ = queue.schedule(job, at: start.addingWithoutOverflow(delay), order: order)
    }

    private var likeliestDelay: Int64 {
      isExact || RuntimeClock.isReplaced ? range.lowerBound : Self.likeliest(in: range)
    }

    /// What was most likely asked for. Mostly the sleep begins at once, and is of whole milliseconds. But a thread that
    /// had to wait for a processor, before it computed the rest or after that, comes late; then nothing is known but
    /// that people sleep for round times.
    static func likeliest(in range: ClosedRange<Int64>) -> Int64 {
      let (millisecond, atOnce): (Int64, Int64) = (1_000_000, 50_000)
      let whole = (range.lowerBound.addingWithoutOverflow(atOnce)) / millisecond * millisecond
      return whole > 0 && range.contains(whole) ? whole : roundest(in: range)
    }

    /// The number with the most zeros at its end.
    static func roundest(in range: ClosedRange<Int64>) -> Int64 {
      var unit: Int64 = 1_000_000_000_000
      while unit > 1 {
        let number = range.upperBound / unit * unit
        if number >= range.lowerBound && number > 0 { return number }
        unit /= 10
      }
      return range.lowerBound
    }
  }

  /// The number that the runtime gives each task of a process.
  @_silgen_name("swift_task_getJobTaskId")
  nonisolated private func taskID(of job: UnownedJob) -> UInt64

  /// A clock's duration. A clock that has durations of its own sleeps by itself, and never gets here.
  nonisolated private func nanoseconds(_ duration: some DurationProtocol) -> Int64 {
    guard let duration = duration as? Duration else { return 0 }
    return duration.inNanoseconds
  }
#endif
