import HostProtocol
import OperatingSystem
@_spi(Host) import Reactive
import Synchronization

/// The tasks' jobs that are ready, first in first out, those that wait for a time, and those that have come from other
/// threads.
///
/// It also keeps the loop's time. In real time the clock is read once in each round of the loop, so that time stands
/// still between two rounds: all that one round handles has the same time, and a timer has the time for which it was
/// set.
nonisolated final class JobQueue: Sendable {
  /// A job that has come from another thread.
  private struct Arrival: Comparable {
    /// The number of the step that has set it off; 0 for what is of no worker.
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
    /// What is left of a turn that was cut off.
    var deferred: [Job] = []
    var timers = TimerQueue<Job>()
    var arrivals = PriorityQueue<Arrival>()
    var arrivalCount = 0
    var taskNumbers: TaskNumbers?
    /// The steps that tasks have taken on other threads, in the order in which they had their effects.
    var steps: [RunRequest.Step] = []
    /// How many steps are set off and not taken, as far as the session knows.
    var openStepCount = 0
    /// What a replay lets come later; `nil` where all comes at once.
    var held: HeldJobs?
  }

  private let mode: Atomic<TimeMode>
  private let standsStill: Atomic<Bool>
  private let state = Lock(State())
  /// Whether something is ready: what each turn asks more than once needs no lock. The order of this and of what
  /// ``Wakeup`` has is the same for all threads, so that no job is missed by a loop that is about to sleep.
  private let hasReady = Atomic(false)
  /// The same of what has come from other threads, and when the next timer falls due.
  private let hasArrived = Atomic(false)
  private let deadline = Atomic(Int64.max)
  /// Whether something was put aside.
  private let hasDeferred = Atomic(false)
  /// The loop's time, in nanoseconds since the start; only the loop moves it.
  private let time = Atomic<Int64>(0)
  /// Whether jobs have the instances that set them off; set before there are any.
  nonisolated(unsafe) var notesInstances = false
  /// The number of the instance that sets off what the loop's thread sets off now, or 0; only that thread uses it.
  nonisolated(unsafe) var instance = 0
  /// Is told of the number of each task of which another thread takes a step, and of 0 when that is done.
  nonisolated(unsafe) var stepWillRun: (@Sendable (Int) -> Void)?
  /// When time started to pass, by the process's clock; `nil` before that.
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

  /// The loop's time, in nanoseconds since the start: for all that is done on its thread.
  var now: Int64 { time.load(ordering: .relaxed) }

  /// The time by the clock, in nanoseconds since the start. It has not started to pass before ``startTime()``.
  var realNow: Int64 {
    if isVirtual { return now }
    return startOfTime.map { Process.nanoseconds() - $0 } ?? 0
  }

  /// When time started to pass, by the process's clock; `nil` while it has not.
  var startOfTime: Int64? {
    let start = start.load(ordering: .relaxed)
    return start == .min ? nil : start
  }

  /// Has real time pass from now on, if it does not yet.
  func startTime() {
    if startOfTime == nil { start.store(Process.nanoseconds(), ordering: .relaxed) }
  }

  /// Moves the loop's time forward.
  func moveTime(to time: Int64) {
    guard time > now else { return }
    self.time.store(time, ordering: .relaxed)
  }

  /// From now on time stands still, and tasks take their steps on the loop's thread.
  func stopTime() {
    mode.store(.virtual, ordering: .relaxed)
    standsStill.store(true, ordering: .relaxed)
  }

  // MARK: What is ready

  /// The job with the instance that sets it off, if that is noted.
  @inline(__always)
  private func noted(_ job: consuming Job) -> Job {
    guard notesInstances, job.instance == 0 else { return job }
    let instance = currentInstance
    return instance == 0 ? job : .of(instance, job)
  }

  /// The number of the instance that sets off what this thread sets off now, or 0.
  private var currentInstance: Int {
    Process.isMainThread ? instance : TaskNumbers.instance(of: Worker.current?.origin.task ?? 0)
  }

  /// Adds a job that the loop's own thread has set off.
  func enqueue(_ job: Job) {
    let job = noted(job)
    changeReady { $0.ready.append(job) }
    wakeup.wake()
  }

  var hasReadyJobs: Bool { hasReady.load(ordering: .sequentiallyConsistent) }

  /// Changes what is ready.
  private func changeReady(_ change: (inout State) -> Void) {
    state.withLock {
      change(&$0)
      hasReady.store(!$0.ready.isEmpty, ordering: .sequentiallyConsistent)
    }
  }

  /// Hands over the jobs that are ready.
  func takeReady(into list: inout [Job]) {
    list.removeAll(keepingCapacity: true)
    changeReady { swap(&$0.ready, &list) }
  }

  /// Puts aside what is ready, as the turn has gone on for too long.
  func deferReady() {
    changeReady { state in
      state.deferred += state.ready
      state.ready = []
    }
    hasDeferred.store(true, ordering: .relaxed)
  }

  var hasDeferredJobs: Bool { hasDeferred.load(ordering: .relaxed) }

  /// Makes ready what was put aside, before what has become so since.
  func resumeDeferred() {
    guard hasDeferred.exchange(false, ordering: .relaxed) else { return }
    changeReady { state in
      state.ready = state.deferred + state.ready
      state.deferred = []
    }
  }

  // MARK: What comes from other threads

  /// Adds a job that another thread has set off.
  ///
  /// - Parameters:
  ///   - step: the number of the worker's step; 0 when it is no worker.
  ///   - task: the number of the task that the worker is at, or 0.
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

  /// How many jobs from other threads nobody has taken.
  var arrivalCount: Int { state.withLock { $0.arrivals.count } }

  /// Takes what has come first: in the order of the steps that have set it off, and of one step in the order in which
  /// it came.
  ///
  /// - Parameter step: what later steps have set off has to wait; `nil` when all may come.
  func takeArrival(upTo step: Int?) -> (job: Job, task: Int)? {
    state.withLock { state in
      guard let first = state.arrivals.first, first.step <= step ?? .max else { return nil }
      state.arrivals.removeFirst()
      hasArrived.store(!state.arrivals.isEmpty, ordering: .sequentiallyConsistent)
      return (first.job, first.task)
    }
  }

  // MARK: What is the same in a replay

  /// Gives the tasks that are on no actor numbers from now on.
  func numberTasks() { state.withLock { $0.taskNumbers = $0.taskNumbers ?? TaskNumbers() } }

  /// Forgets all tasks that have numbers, and counts anew.
  func renumberTasks() {
    state.withLock { if $0.taskNumbers != nil { $0.taskNumbers = TaskNumbers() } }
  }

  /// The number of a task that is on no actor; 0 where none are given.
  ///
  /// - Parameters:
  ///   - id: what the runtime calls it; asked for only if there are numbers.
  ///   - task: the number of the task that sets it off, or 0.
  func taskNumber(of id: @autoclosure () -> UInt64, in task: Int) -> Int {
    let instance = notesInstances ? currentInstance : 0
    return state.withLock { $0.taskNumbers?.number(of: id(), in: task, of: instance) ?? 0 }
  }

  /// How many steps of tasks are set off and not taken: the same in a recording and in its replay.
  var openStepCount: Int { state.withLock { $0.openStepCount } }

  /// Notes that a step of a task was set off that another thread is to take.
  func noteOpenStep() { state.withLock { $0.openStepCount += 1 } }

  /// Notes that a task has taken a step on another thread.
  func note(_ step: RunRequest.Step) { state.withLock { $0.steps.append(step) } }

  /// Hands over the steps that were noted.
  func takeSteps() -> [RunRequest.Step] {
    state.withLock { state in
      defer { state.steps = [] }
      state.openStepCount -= state.steps.count
      return state.steps
    }
  }

  /// From now on the tasks' steps wait, and what they bring back, until it is taken.
  func holdArrivals() {
    numberTasks()
    state.withLock { $0.held = $0.held ?? HeldJobs() }
  }

  var isHoldingArrivals: Bool { state.withLock { $0.held != nil } }

  /// Adds a step of a task, which may have to wait.
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

  /// Takes the next step of a task.
  func takeHeldStep(of task: Int) -> Job? {
    state.withLock { state in
      let job = state.held?.takeStep(of: task)
      if job != nil { state.openStepCount -= 1 }
      return job
    }
  }

  /// Takes what a task has brought back first.
  func takeHeld(of task: Int) -> Job? { state.withLock { $0.held?.takeArrival(of: task) } }

  /// Lets time pass with the clock, as in a recording, and come what was held.
  ///
  /// - Parameter start: when time started to pass, by the process's clock; `nil` if it has not.
  /// - Returns: the steps of tasks that waited, for other threads, in the order in which each task takes them.
  func endRestore(since start: Int64?) -> [Job] {
    if let start { self.start.store(start, ordering: .relaxed) }
    mode.store(.recorded, ordering: .relaxed)
    standsStill.store(false, ordering: .relaxed)
    guard let held = state.withLock({ $0.held.take() }) else { return [] }
    for (task, job) in held.arrivalsInOrder { arrive(job, from: 0, of: task) }
    return held.stepsInOrder
  }

  // MARK: Timers

  /// A number for a timer that is set later and is to count as set now.
  func drawTimerNumber() -> Int { state.withLock { $0.timers.drawNumber() } }

  /// Sets a timer.
  ///
  /// - Parameters:
  ///   - deadline: in nanoseconds since the start.
  ///   - order: the number that says when it counts as set; `nil` for now.
  /// - Returns: the number of the timer.
  func schedule(_ job: Job, at deadline: Int64, order: Int? = nil) -> Int {
    let job = noted(job)
    let number = changeTimers { $0.insert(job, at: deadline, order: order) }
    wakeup.wake()
    return number
  }

  /// Forgets a timer.
  func cancelTimer(_ number: Int) { changeTimers { $0.cancel(number) } }

  private func changeTimers<Result>(_ change: (inout TimerQueue<Job>) -> Result) -> Result {
    state.withLock { state in
      let result = change(&state.timers)
      deadline.store(state.timers.nextDeadline() ?? .max, ordering: .sequentiallyConsistent)
      return result
    }
  }

  /// When the next timer falls due, in nanoseconds since the start.
  var nextDeadline: Int64? {
    let deadline = deadline.load(ordering: .sequentiallyConsistent)
    return deadline == .max ? nil : deadline
  }

  /// Whether a timer is due at the loop's time.
  var hasDueTimer: Bool { deadline.load(ordering: .sequentiallyConsistent) <= now }

  /// Takes the job of the next timer that is due at the limit, and moves the time to its deadline.
  func takeTimer(dueAt limit: Int64) -> Job? {
    guard let next = nextDeadline, next <= limit,
      let (deadline, job) = changeTimers({ $0.removeNext(dueAt: limit) })
    else { return nil }
    moveTime(to: deadline)
    return job
  }

  /// Takes the job of the next timer that is set for just this time.
  func takeTimer(setFor deadline: Int64) -> Job? {
    changeTimers { $0.remove(setFor: deadline) }
  }

  /// Forgets all jobs, whose tasks then never go on, and starts virtual time anew.
  func restart() {
    changeReady { state in
      state = State()
      hasArrived.store(false, ordering: .sequentiallyConsistent)
    }
    changeTimers { _ in }
    time.store(0, ordering: .relaxed)
  }
}
