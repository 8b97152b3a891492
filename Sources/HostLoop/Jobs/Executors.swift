#if os(Linux) && !MAIN_QUEUE
  // Swift 6.3 lets a process install its own executors before its first task, with these two SPIs.
  // Only this file uses them; where they do not exist, `EventLoop+Dispatch.swift` is used.
  import OperatingSystem
  @_spi(ExperimentalCustomExecutors) @_spi(ExperimentalScheduling) import _Concurrency

  /// An executor whose sleeps are timers of the loop.
  nonisolated private protocol LoopTimerExecutor: SchedulingExecutor {
    var queue: JobQueue { get }
    /// Returns the loop's job for a job that is due.
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

    /// Adds a job from another thread.
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

    // The runtime does not run the loop.
    func run() {}
    func stop() {}
  }

  /// Runs tasks on the event loop that are on no actor and prefer it.
  nonisolated private final class LoopTaskExecutor: TaskExecutor, LoopThreadExecutor {
    let queue: JobQueue

    init(_ queue: JobQueue) { self.queue = queue }

    func loopJob(_ job: UnownedJob) -> JobQueue.Job { .other(job) }
  }

  /// Runs all other tasks that are on no actor: on other threads, or on the loop's when time is
  /// virtual. Their sleeps are timers of the queue.
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
        // With virtual time, other threads belong to libraries.
        queue.arrive(.step(job, origin), from: 0, of: 0)
      }
    }

    private func number(of job: UnownedJob) -> Int {
      let current = Worker.current?.origin.task ?? Executors.runningTask
      return queue.taskNumber(of: taskID(of: job), in: current)
    }

    // The runtime's only timers end a sleep, and these jobs are short.
    func loopJob(_ job: UnownedJob) -> JobQueue.Job { .wake(job, task: number(of: job)) }
  }

  /// The executors of this process. They are global, as the runtime gets them from a type, and are
  /// set once.
  nonisolated enum Executors: ExecutorFactory {
    nonisolated(unsafe) private static var main: MainLoopExecutor?
    nonisolated(unsafe) private static var task: LoopTaskExecutor?
    nonisolated(unsafe) private static var other: PoolExecutor?
    /// The step of a task on no actor, or the end of its sleep, that the loop's thread runs. Only
    /// that thread uses it.
    nonisolated(unsafe) private static var running = Running()

    private struct Running {
      var task = 0
      /// The origin of the step; `nil` for the end of a sleep.
      var origin: StepOrigin?
    }

    /// Installs the executors: the main actor's jobs go into the queue from now on, and when time
    /// is virtual those of all other executors. Call it once, before the first task.
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

    /// The executor for tasks that are on no actor, and prefer the loop's thread.
    static var taskExecutor: (any TaskExecutor)? { task }

    static var defaultExecutor: any TaskExecutor {
      other ?? PlatformExecutorFactory.defaultExecutor
    }

    /// The number of the task that the loop's thread runs; 0 for none.
    fileprivate static var runningTask: Int { Process.isMainThread ? running.task : 0 }

    /// The origin of the step that the loop's thread runs, if any.
    fileprivate static var runningStep: StepOrigin? {
      Process.isMainThread ? running.origin : nil
    }

    /// Returns the time for the work of this thread, in nanoseconds since the start. A replay may
    /// run a step later than it was scheduled.
    static func time(in queue: JobQueue) -> Int64 {
      if Process.isMainThread { return running.origin?.time ?? queue.now }
      return Worker.current?.time(in: queue) ?? queue.realNow
    }

    /// The number at which a timer that this thread sets counts as set; `nil` for now.
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

    /// Runs a step of a task on no actor, on the calling thread.
    private static func runStep(_ job: UnownedJob) {
      if let other { job.runSynchronously(on: other.asUnownedTaskExecutor()) }
    }
  }

  /// A sleep that the Swift runtime requests, as a timer of the loop.
  ///
  /// In a recording and its replay, it starts at the time for the work that requests it, which the
  /// runtime's clocks also return. If these clocks could not be replaced, its length is the most
  /// likely one: the runtime passes only its end.
  nonisolated struct Sleep {
    /// The least and the greatest possible length, in nanoseconds.
    private let range: ClosedRange<Int64>
    /// Whether the requested length is known.
    private let isExact: Bool

    /// - Parameter delay: in nanoseconds.
    init(exactly delay: Int64) {
      range = delay...delay
      isExact = true
    }

    /// Creates a sleep until an instant that was computed a moment ago, from the real clock.
    ///
    /// - Parameter rest: the time until then, in nanoseconds.
    init(about rest: Int64) {
      // On the loop's own thread, no other work comes between the computation and this.
      let spent = Worker.current.map { Process.nanoseconds() - $0.start } ?? 1_000_000
      range = rest...rest.addingWithoutOverflow(spent)
      isExact = false
    }

    /// Sets the timer.
    func begin(_ job: JobQueue.Job, in queue: JobQueue) {
      Worker.current?.noteEffect(in: queue)
      let delay = max(queue.timeMode == .real ? range.lowerBound : likeliestDelay, 0)
      // In real time, the system's clock was read, which is later than the start of the turn.
      let isOfTurn = queue.timeMode != .real || isExact
      let start = isOfTurn ? Executors.time(in: queue) : queue.realNow
      let order = isOfTurn ? Executors.timerOrder : nil
      _ = queue.schedule(job, at: start.addingWithoutOverflow(delay), order: order)
    }

    private var likeliestDelay: Int64 {
      isExact || RuntimeClock.isReplaced ? range.lowerBound : Self.likeliest(in: range)
    }

    /// Returns the most likely length. Mostly the sleep begins at once, and lasts whole
    /// milliseconds. If the thread had to wait for a processor meanwhile, only this is known:
    /// people sleep for round times.
    static func likeliest(in range: ClosedRange<Int64>) -> Int64 {
      let (millisecond, atOnce): (Int64, Int64) = (1_000_000, 50_000)
      let whole = (range.lowerBound.addingWithoutOverflow(atOnce)) / millisecond * millisecond
      return whole > 0 && range.contains(whole) ? whole : roundest(in: range)
    }

    /// Returns the number with the most trailing zeros.
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

  /// Returns a clock's duration in nanoseconds. A clock with another type of duration implements
  /// its own sleeps, which do not come here.
  nonisolated private func nanoseconds(_ duration: some DurationProtocol) -> Int64 {
    guard let duration = duration as? Duration else { return 0 }
    return duration.inNanoseconds
  }
#endif
