import HostProtocol
import OperatingSystem
@_spi(Host) import Reactive
import Synchronization

/// The jobs of tasks: those that are ready, in the order in which they came; those that wait for a
/// time; and those from other threads.
///
/// It also has the loop's time. In real time the clock is read once in each round of the loop: all
/// work of a round has the same time, and a timer has the time for which it was set.
nonisolated final class JobQueue: Sendable {
  /// A job from another thread.
  private struct Arrival: Comparable {
    /// The number of the step that has sent it; 0 if a thread outside of the pool has.
    let step: Int
    let number: Int
    let task: Int
    let job: Job

    static func < (left: Arrival, right: Arrival) -> Bool {
      (left.step, left.number) < (right.step, right.number)
    }

    static func == (left: Arrival, right: Arrival) -> Bool { left.number == right.number }
  }

  private struct State {
    var ready: [Job] = []
    /// The rest of a turn that was cut off.
    var deferred: [Job] = []
    var timers = TimerQueue<Job>()
    var arrivals = PriorityQueue<Arrival>()
    var arrivalCount = 0
    var taskNumbers: TaskNumbers?
    /// The steps that tasks have taken on other threads, in the order of their first effects.
    var steps: [RunRequest.Step] = []
    /// The number of steps that were scheduled and not taken, as far as the session knows.
    var openStepCount = 0
    /// The jobs that a replay holds; `nil` outside of a replay.
    var held: HeldJobs?
  }

  private let mode: Atomic<TimeMode>
  private let standsStill: Atomic<Bool>
  private let state = Lock(State())
  /// Whether a job is ready. Each turn reads it several times, without a lock. Sequential
  /// consistency orders it with the state of ``Wakeup`` for all threads, so that a loop that is
  /// about to sleep misses no job.
  private let hasReady = Atomic(false)
  /// Whether a job has come from another thread; ordered like ``hasReady``.
  private let hasArrived = Atomic(false)
  private let deadline = Atomic(Int64.max)
  private let hasDeferred = Atomic(false)
  /// The loop's time, in nanoseconds since the start. Only the loop moves it.
  private let time = Atomic<Int64>(0)
  /// Whether jobs have the instances that have caused them; set before the first job.
  nonisolated(unsafe) var notesInstances = false
  /// The number of the instance that causes the jobs of the loop's thread now, or 0. Only that
  /// thread uses it.
  nonisolated(unsafe) var instance = 0
  /// Called with the number of each task that takes a step on another thread, and with 0 after the
  /// step.
  nonisolated(unsafe) var stepWillRun: (@Sendable (Int) -> Void)?
  /// When time began, by the process's clock in nanoseconds; `Int64.min` before that.
  private let start = Atomic<Int64>(.min)
  private let wakeup: Wakeup

  /// - Parameters:
  ///   - timeMode: how time passes.
  ///   - wakeup: ends the sleep of the loop.
  init(_ timeMode: TimeMode, wakeup: Wakeup) {
    mode = Atomic(timeMode)
    standsStill = Atomic(timeMode == .virtual || timeMode == .restoring)
    self.wakeup = wakeup
  }

  /// How time passes.
  var timeMode: TimeMode { mode.load(ordering: .relaxed) }

  /// Whether time passes only when it is moved.
  var isVirtual: Bool { standsStill.load(ordering: .relaxed) }

  // MARK: Time

  /// The loop's time, in nanoseconds since the start, for all work on its thread.
  var now: Int64 { time.load(ordering: .relaxed) }

  /// The time by the clock, in nanoseconds since the start; 0 before ``startTime()``.
  var realNow: Int64 {
    if isVirtual { return now }
    return startOfTime.map { Process.nanoseconds() - $0 } ?? 0
  }

  /// When time began, by the process's clock in nanoseconds; `nil` before that.
  var startOfTime: Int64? {
    let start = start.load(ordering: .relaxed)
    return start == .min ? nil : start
  }

  /// Starts real time, unless it has begun.
  func startTime() {
    if startOfTime == nil { start.store(Process.nanoseconds(), ordering: .relaxed) }
  }

  /// Moves the loop's time forward.
  func moveTime(to time: Int64) {
    guard time > now else { return }
    self.time.store(time, ordering: .relaxed)
  }

  /// Stops time; tasks run on the loop's thread from now on.
  func stopTime() {
    mode.store(.virtual, ordering: .relaxed)
    standsStill.store(true, ordering: .relaxed)
  }

  // MARK: Ready jobs

  /// Returns a job with the instance that causes it, if instances are noted.
  @inline(__always)
  private func noted(_ job: consuming Job) -> Job {
    guard notesInstances, job.instance == 0 else { return job }
    let instance = currentInstance
    return instance == 0 ? job : .of(instance, job)
  }

  /// The number of the instance that causes the jobs of this thread now, or 0.
  private var currentInstance: Int {
    Process.isMainThread ? instance : TaskNumbers.instance(of: Worker.current?.origin.task ?? 0)
  }

  /// Adds a job from the loop's own thread.
  func enqueue(_ job: Job) {
    let job = noted(job)
    changeReady { $0.ready.append(job) }
    wakeup.wake()
  }

  var hasReadyJobs: Bool { hasReady.load(ordering: .sequentiallyConsistent) }

  private func changeReady(_ change: (inout State) -> Void) {
    state.withLock {
      change(&$0)
      hasReady.store(!$0.ready.isEmpty, ordering: .sequentiallyConsistent)
    }
  }

  /// Moves the ready jobs to a list.
  func takeReady(into list: inout [Job]) {
    list.removeAll(keepingCapacity: true)
    changeReady { swap(&$0.ready, &list) }
  }

  /// Defers the ready jobs, as the turn has been cut off.
  func deferReady() {
    changeReady { state in
      state.deferred += state.ready
      state.ready = []
    }
    hasDeferred.store(true, ordering: .relaxed)
  }

  var hasDeferredJobs: Bool { hasDeferred.load(ordering: .relaxed) }

  /// Makes the deferred jobs ready, before those that are.
  func resumeDeferred() {
    guard hasDeferred.exchange(false, ordering: .relaxed) else { return }
    changeReady { state in
      state.ready = state.deferred + state.ready
      state.deferred = []
    }
  }

  // MARK: Arrivals

  /// Adds a job from another thread.
  ///
  /// - Parameters:
  ///   - step: the number of the worker's step; 0 if the thread is no worker.
  ///   - task: the number of the worker's task, or 0.
  func arrive(_ job: Job, from step: Int, of task: Int) {
    let job = noted(job)
    state.withLock { state in
      if state.held != nil {
        state.held?.append(arrival: job, of: task)
        return
      }
      state.arrivalCount += 1
      state.arrivals.push(
        Arrival(step: step, number: state.arrivalCount, task: task, job: job))
      hasArrived.store(true, ordering: .sequentiallyConsistent)
    }
    wakeup.wake()
  }

  var hasArrivals: Bool { hasArrived.load(ordering: .sequentiallyConsistent) }

  /// The number of jobs from other threads in the queue.
  var arrivalCount: Int { state.withLock { $0.arrivals.count } }

  /// Removes the first job from other threads: in the order of the steps that have sent it, and
  /// within a step in the order in which it came.
  ///
  /// - Parameter step: jobs of later steps stay in the queue; `nil` for no limit.
  func takeArrival(upTo step: Int?) -> (job: Job, task: Int)? {
    state.withLock { state in
      guard let first = state.arrivals.first, first.step <= step ?? .max else { return nil }
      state.arrivals.removeFirst()
      hasArrived.store(!state.arrivals.isEmpty, ordering: .sequentiallyConsistent)
      return (first.job, first.task)
    }
  }

  // MARK: Replay

  /// Numbers the tasks that are on no actor from now on.
  func numberTasks() { state.withLock { $0.taskNumbers = $0.taskNumbers ?? TaskNumbers() } }

  /// Forgets the numbers of all tasks, and starts at 1 again.
  func renumberTasks() {
    state.withLock { if $0.taskNumbers != nil { $0.taskNumbers = TaskNumbers() } }
  }

  /// Returns the number of a task that is on no actor; 0 if tasks are not numbered.
  ///
  /// - Parameters:
  ///   - id: the runtime's id of the task; evaluated only if tasks are numbered.
  ///   - task: the number of the task that starts it, or 0.
  func taskNumber(of id: @autoclosure () -> UInt64, in task: Int) -> Int {
    let instance = notesInstances ? currentInstance : 0
    return state.withLock { $0.taskNumbers?.number(of: id(), in: task, of: instance) ?? 0 }
  }

  /// The number of steps that were scheduled and not taken: equal in a recording and in its replay.
  var openStepCount: Int { state.withLock { $0.openStepCount } }

  /// Counts a step that another thread is to take.
  func noteOpenStep() { state.withLock { $0.openStepCount += 1 } }

  /// Records that a task has taken a step on another thread.
  func note(_ step: RunRequest.Step) { state.withLock { $0.steps.append(step) } }

  /// Returns the recorded steps, and removes them.
  func takeSteps() -> [RunRequest.Step] {
    state.withLock { state in
      defer { state.steps = [] }
      state.openStepCount -= state.steps.count
      return state.steps
    }
  }

  /// Holds the tasks' steps and results from now on, until they are taken.
  func holdArrivals() {
    numberTasks()
    state.withLock { $0.held = $0.held ?? HeldJobs() }
  }

  var isHoldingArrivals: Bool { state.withLock { $0.held != nil } }

  /// Adds a step of a task, which is held in a replay.
  func enqueueStep(_ job: Job, of task: Int) {
    let job = noted(job)
    changeReady { state in
      if state.held == nil {
        state.ready.append(job)
      } else {
        state.held?.append(step: job, of: task)
        state.openStepCount += 1
      }
    }
    wakeup.wake()
  }

  /// Removes the next held step of a task.
  func takeHeldStep(of task: Int) -> Job? {
    state.withLock { state in
      let job = state.held?.takeStep(of: task)
      if job != nil { state.openStepCount -= 1 }
      return job
    }
  }

  /// Removes the first held result of a task.
  func takeHeld(of task: Int) -> Job? { state.withLock { $0.held?.takeArrival(of: task) } }

  /// Lets time pass with the clock, as in a recording, and releases the held jobs.
  ///
  /// - Parameter start: when time began, by the process's clock in nanoseconds; `nil` if it has not
  ///   begun.
  /// - Returns: the held steps, which other threads are to take, in the order within each task.
  func endRestore(since start: Int64?) -> [Job] {
    if let start { self.start.store(start, ordering: .relaxed) }
    mode.store(.recorded, ordering: .relaxed)
    standsStill.store(false, ordering: .relaxed)
    guard let held = state.withLock({ $0.held.take() }) else { return [] }
    for (task, job) in held.arrivalsInOrder { arrive(job, from: 0, of: task) }
    return held.stepsInOrder
  }

  // MARK: Timers

  /// Returns a number for a timer that is set later, and is to count as set now.
  func drawTimerNumber() -> Int { state.withLock { $0.timers.drawNumber() } }

  /// Sets a timer.
  ///
  /// - Parameters:
  ///   - deadline: in nanoseconds since the start.
  ///   - order: the number at which it counts as set; `nil` for now.
  /// - Returns: the number of the timer.
  func schedule(_ job: Job, at deadline: Int64, order: Int? = nil) -> Int {
    let job = noted(job)
    let number = changeTimers { $0.insert(job, at: deadline, order: order) }
    wakeup.wake()
    return number
  }

  func cancelTimer(_ number: Int) { changeTimers { $0.cancel(number) } }

  private func changeTimers<Result>(_ change: (inout TimerQueue<Job>) -> Result) -> Result {
    state.withLock { state in
      let result = change(&state.timers)
      deadline.store(state.timers.nextDeadline() ?? .max, ordering: .sequentiallyConsistent)
      return result
    }
  }

  /// When the next timer is due, in nanoseconds since the start.
  var nextDeadline: Int64? {
    let deadline = deadline.load(ordering: .sequentiallyConsistent)
    return deadline == .max ? nil : deadline
  }

  /// Whether a timer is due at the loop's time.
  var hasDueTimer: Bool { deadline.load(ordering: .sequentiallyConsistent) <= now }

  /// Removes the next timer that is due at the limit, moves the time to its deadline, and returns
  /// its job.
  func takeTimer(dueAt limit: Int64) -> Job? {
    guard let next = nextDeadline, next <= limit,
      let (deadline, job) = changeTimers({ $0.removeNext(dueAt: limit) })
    else { return nil }
    moveTime(to: deadline)
    return job
  }

  /// Removes the next timer that is set for exactly this time, and returns its job.
  func takeTimer(setFor deadline: Int64) -> Job? {
    changeTimers { $0.remove(setFor: deadline) }
  }

  /// Removes all jobs, whose tasks then never continue, and starts virtual time at 0.
  func restart() {
    changeReady { state in
      state = State()
      hasArrived.store(false, ordering: .sequentiallyConsistent)
    }
    changeTimers { _ in }
    time.store(0, ordering: .relaxed)
  }
}
