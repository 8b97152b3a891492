#if os(Linux) && !MAIN_QUEUE
  // Swift 6.3 lets a process install its own executors before its first task, under these two SPIs. All use of them is
  // in this file; where they do not exist, `EventLoop+Dispatch.swift` stands in.
  @_spi(ExperimentalCustomExecutors) @_spi(ExperimentalScheduling) import _Concurrency

  /// An executor whose jobs run on the loop's thread, now or after a time.
  nonisolated private protocol LoopThreadExecutor: SchedulingExecutor {
    var queue: JobQueue { get }
    /// How the queue tells its jobs from others.
    static func job(_ job: UnownedJob) -> JobQueue.Job
  }

  extension LoopThreadExecutor {
    nonisolated func enqueue(_ job: consuming ExecutorJob) {
      let job = Self.job(UnownedJob(job))
      if Process.isMainThread {
        queue.enqueue(job)
      } else {
        queue.arrive(job, from: Worker.current?.step ?? 0)
      }
    }

    nonisolated func enqueue<C: Clock>(
      _ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C
    ) {
      let job = Self.job(UnownedJob(job))
      Sleep(exactly: nanoseconds(delay)).begin(job, in: queue)
    }

    nonisolated func enqueue<C: Clock>(
      _ job: consuming ExecutorJob, at instant: C.Instant, tolerance: C.Duration?, clock: C
    ) {
      let job = Self.job(UnownedJob(job))
      Sleep(about: nanoseconds(clock.now.duration(to: instant))).begin(job, in: queue)
    }
  }

  /// Runs the main actor on the event loop.
  nonisolated private final class MainLoopExecutor: MainExecutor, LoopThreadExecutor {
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
  nonisolated private final class LoopTaskExecutor: TaskExecutor, LoopThreadExecutor {
    static func job(_ job: UnownedJob) -> JobQueue.Job { .other(job) }
    let queue: JobQueue

    init(_ queue: JobQueue) { self.queue = queue }
  }

  /// Runs what is on no actor on other threads, and keeps its sleeps, as all others, in the queue.
  nonisolated private final class PoolExecutor: TaskExecutor, SchedulingExecutor {
    private let queue: JobQueue
    let pool: WorkerPool

    init(_ queue: JobQueue, _ pool: WorkerPool) {
      self.queue = queue
      self.pool = pool
    }

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      guard Process.isMainThread else { return pool.enqueue(job, from: WorkerPool.Origin()) }
      pool.enqueue(
        job, from: WorkerPool.Origin(time: queue.now, order: queue.drawTimerNumber()))
    }

    // The runtime sets no other timers than those that end a sleep, and these jobs are short.
    func enqueue<C: Clock>(
      _ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C
    ) {
      let job = UnownedJob(job)
      Sleep(exactly: nanoseconds(delay)).begin(.wake(job), in: queue)
    }

    func enqueue<C: Clock>(
      _ job: consuming ExecutorJob, at instant: C.Instant, tolerance: C.Duration?, clock: C
    ) {
      let job = UnownedJob(job)
      Sleep(about: nanoseconds(clock.now.duration(to: instant))).begin(.wake(job), in: queue)
    }
  }

  /// The executors of this process. The runtime asks a type for them, so they are global; they are set once.
  nonisolated enum Executors: ExecutorFactory {
    nonisolated(unsafe) private static var main: MainLoopExecutor?
    nonisolated(unsafe) private static var task: LoopTaskExecutor?
    nonisolated(unsafe) private static var pool: PoolExecutor?

    /// Has the main actor's jobs put into the queue from now on, and those of all other executors too when time is
    /// virtual. To be called once, before the first task.
    ///
    /// - Parameter stepEnded: called on a worker's thread after each of its steps.
    /// - Returns: the threads for all other tasks; nothing when time is virtual.
    static func install(
      _ queue: JobQueue, stepEnded: @escaping @Sendable () -> Void
    ) -> WorkerPool? {
      main = MainLoopExecutor(queue)
      task = LoopTaskExecutor(queue)
      if !queue.isVirtual {
        pool = PoolExecutor(
          queue,
          WorkerPool(run: { Executors.runElsewhere($0) }, stepEnded: stepEnded))
      }
      _createExecutors(factory: Executors.self)
      return pool?.pool
    }

    static var mainExecutor: any MainExecutor {
      guard let main else { preconditionFailure("the executors are not set") }
      return main
    }

    /// What prefers to run on the loop's thread although it is on no actor.
    static var taskExecutor: (any TaskExecutor)? { task }

    static var defaultExecutor: any TaskExecutor {
      pool ?? task ?? PlatformExecutorFactory.defaultExecutor
    }

    /// Runs a job on the loop's thread.
    static func run(_ job: JobQueue.Job) {
      switch job {
      case .main(let job): if let main { job.runSynchronously(on: main.asUnownedSerialExecutor()) }
      case .other(let job): if let task { job.runSynchronously(on: task.asUnownedTaskExecutor()) }
      case .wake(let job): runElsewhere(job)
      case .call(let call): call()
      }
    }

    /// Runs a step of a task on no actor, on whatever thread calls.
    private static func runElsewhere(_ job: UnownedJob) {
      if let pool { job.runSynchronously(on: pool.asUnownedTaskExecutor()) }
    }
  }

  /// A clock's duration. A clock that has durations of its own sleeps by itself, and never gets here.
  nonisolated private func nanoseconds(_ duration: some DurationProtocol) -> Int64 {
    guard let duration = duration as? Duration else { return 0 }
    return duration.inNanoseconds
  }
#endif
