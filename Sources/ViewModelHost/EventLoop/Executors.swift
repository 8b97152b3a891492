#if os(Linux) && !MAIN_QUEUE
  // Swift 6.3 lets a process install its own executors before its first task, under these two SPIs. All use of them is
  // in this file; where they do not exist, `MainQueueLoop.swift` stands in.
  @_spi(ExperimentalCustomExecutors) @_spi(ExperimentalScheduling) import _Concurrency

  /// An executor whose jobs are run from the queue, now or after a time.
  nonisolated private protocol QueueExecutor: SchedulingExecutor {
    var queue: JobQueue { get }
    /// How the queue tells its jobs from others.
    static func job(_ job: UnownedJob) -> JobQueue.Job
  }

  extension QueueExecutor {
    nonisolated func enqueue(_ job: consuming ExecutorJob) {
      queue.enqueue(Self.job(UnownedJob(job)))
    }

    nonisolated func enqueue<C: Clock>(
      _ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C
    ) {
      queue.enqueue(Self.job(UnownedJob(job)), afterNanoseconds: nanoseconds(delay))
    }

    nonisolated func enqueue<C: Clock>(
      _ job: consuming ExecutorJob, at instant: C.Instant, tolerance: C.Duration?, clock: C
    ) {
      queue.enqueue(
        Self.job(UnownedJob(job)),
        afterNanoseconds: nanoseconds(clock.now.duration(to: instant)))
    }
  }

  /// Runs the main actor on the event loop.
  nonisolated private final class LoopExecutor: MainExecutor, QueueExecutor {
    static func job(_ job: UnownedJob) -> JobQueue.Job { .main(job) }
    let queue: JobQueue

    init(_ queue: JobQueue) { self.queue = queue }

    func checkIsolated() {
      precondition(Process.isMainThread, "expected to run on the main actor")
    }

    func isIsolatingCurrentContext() -> Bool? { Process.isMainThread }

    // The loop is not run through the runtime.
    func run() {}
    func stop() {}
  }

  /// Runs on the event loop what is on no actor: what prefers to, and everything when time is virtual.
  nonisolated private final class LoopTaskExecutor: TaskExecutor, QueueExecutor {
    static func job(_ job: UnownedJob) -> JobQueue.Job { .other(job) }
    let queue: JobQueue

    init(_ queue: JobQueue) { self.queue = queue }
  }

  /// The platform's executor, for what is on no actor in real time. The queue is told when the sleeps end, which are timers
  /// of the platform.
  nonisolated private final class WatchedExecutor: TaskExecutor, SchedulingExecutor {
    private let platform: any TaskExecutor
    private let scheduling: any SchedulingExecutor
    private let queue: JobQueue

    init(
      _ platform: any TaskExecutor, _ scheduling: any SchedulingExecutor, _ queue: JobQueue
    ) {
      self.platform = platform
      self.scheduling = scheduling
      self.queue = queue
    }

    func enqueue(_ job: consuming ExecutorJob) { platform.enqueue(job) }

    func enqueue<C: Clock>(
      _ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C
    ) {
      queue.noteTimer(afterNanoseconds: nanoseconds(delay))
      scheduling.enqueue(job, after: delay, tolerance: tolerance, clock: clock)
    }

    func enqueue<C: Clock>(
      _ job: consuming ExecutorJob, at instant: C.Instant, tolerance: C.Duration?, clock: C
    ) {
      queue.noteTimer(afterNanoseconds: nanoseconds(clock.now.duration(to: instant)))
      scheduling.enqueue(job, at: instant, tolerance: tolerance, clock: clock)
    }
  }

  /// The executors of this process. The runtime asks a type for them, so they are global; they are set once.
  nonisolated enum Executors: ExecutorFactory {
    nonisolated(unsafe) private static var main: LoopExecutor?
    nonisolated(unsafe) private static var task: LoopTaskExecutor?
    nonisolated(unsafe) private static var isVirtual = false

    /// Has the main actor's jobs put into the queue from now on, and those of all other executors too when time is
    /// virtual. To be called once, before the first task.
    static func install(_ queue: JobQueue) {
      main = LoopExecutor(queue)
      task = LoopTaskExecutor(queue)
      isVirtual = queue.isVirtual
      _createExecutors(factory: Executors.self)
    }

    static var mainExecutor: any MainExecutor {
      guard let main else { preconditionFailure("the executors are not set") }
      return main
    }

    /// What prefers to run on the loop's thread although it is on no actor.
    static var taskExecutor: (any TaskExecutor)? { task }

    static var defaultExecutor: any TaskExecutor {
      if isVirtual, let task { return task }
      let platform = PlatformExecutorFactory.defaultExecutor
      guard let main, let scheduling = platform as? any SchedulingExecutor else { return platform }
      return WatchedExecutor(platform, scheduling, main.queue)
    }

    static func run(_ job: JobQueue.Job) {
      switch job {
      case .main(let job): if let main { job.runSynchronously(on: main.asUnownedSerialExecutor()) }
      case .other(let job): if let task { job.runSynchronously(on: task.asUnownedTaskExecutor()) }
      case .call(let call): call()
      }
    }
  }

  /// A clock's duration. A clock that has durations of its own sleeps by itself, and never gets here.
  nonisolated private func nanoseconds(_ duration: some DurationProtocol) -> Int64 {
    guard let duration = duration as? Duration else { return 0 }
    return duration.inNanoseconds
  }
#endif
