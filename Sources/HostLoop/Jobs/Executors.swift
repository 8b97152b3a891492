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
      } else if let task = Executors.runningStep, queue.isHoldingArrivals {
        queue.arrive(job, from: 0, of: task)
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
      guard let pool else { return enqueue(job, of: task) }
      var origin = WorkerPool.Origin(task: task)
      if Process.isMainThread {
        origin.time = queue.now
        origin.order = queue.drawTimerNumber()
      }
      Worker.current?.noteEffect(in: queue)
      pool.enqueue(job, from: origin)
    }

    /// With virtual time other threads are those of libraries.
    private func enqueue(_ job: UnownedJob, of task: Int) {
      let job = JobQueue.Job.step(job, task: task, time: Executors.stepTime ?? queue.now)
      if Process.isMainThread {
        queue.enqueueStep(job, of: task)
      } else {
        queue.arrive(job, from: 0, of: 0)
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
      /// When the step was set off; `nil` for the end of a sleep.
      var stepTime: Int64?
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
      if !queue.isVirtual {
        pool = WorkerPool(
          run: {
            Executors.runStep($0)
            Worker.current?.noteEffect(in: queue)
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

    /// The same, if it is at one of its steps.
    fileprivate static var runningStep: Int? { running.stepTime == nil ? nil : running.task }

    /// When the step that the loop's thread is at was set off; a replay may let it come later.
    static var stepTime: Int64? { Process.isMainThread ? running.stepTime : nil }

    /// Runs a job on the loop's thread.
    static func run(_ job: JobQueue.Job) {
      switch job {
      case .main(let job): if let main { job.runSynchronously(on: main.asUnownedSerialExecutor()) }
      case .other(let job): if let task { job.runSynchronously(on: task.asUnownedTaskExecutor()) }
      case .step(let job, let task, let time): run(job, as: Running(task: task, stepTime: time))
      case .wake(let job, let task): run(job, as: Running(task: task))
      case .call(let call): call()
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
  /// In a recording, and its replay, a sleep is counted from the time of the turn that has called for it, and is as
  /// long as was most likely asked for: the runtime begins it on another thread, at some moment, and tells only when it
  /// is to end. Else it ends when the runtime says.
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
      let worker = Worker.current
      worker?.noteEffect(in: queue)
      if let time = worker?.recordedTime {
        set(job, in: queue, from: time, delay: delay(in: queue), order: worker?.origin.order)
      } else if queue.isVirtual {
        set(job, in: queue, from: Executors.stepTime ?? queue.now, delay: delay(in: queue))
      } else if Process.isMainThread && (isExact || queue.numbersTasks) {
        set(job, in: queue, from: queue.now, delay: delay(in: queue))
      } else {
        set(job, in: queue, from: queue.realNow, delay: range.lowerBound)
      }
    }

    private func set(
      _ job: JobQueue.Job, in queue: JobQueue, from time: Int64, delay: Int64, order: Int? = nil
    ) {
      _ = queue.schedule(job, at: time.addingWithoutOverflow(max(delay, 0)), order: order)
    }

    private func delay(in queue: JobQueue) -> Int64 {
      // With clocks that stand still the rest is what was asked for.
      let isKnown = isExact || queue.isVirtual && RuntimeClock.isStopped
      return isKnown ? range.lowerBound : Self.likeliest(in: range)
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
