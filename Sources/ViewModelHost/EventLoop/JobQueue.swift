import Synchronization

/// The tasks' jobs that are ready, first in first out, and those that wait for a time.
nonisolated final class JobQueue: Sendable {
  /// Something to run on the loop's thread.
  enum Job: Sendable {
    /// A step of a task on the main actor.
    case main(UnownedJob)
    /// A step of a task that is on no actor.
    case other(UnownedJob)
    case call(@Sendable () -> Void)
  }

  private struct State {
    var ready: [Job] = []
    /// What is left of a turn that was cut off.
    var deferred: [Job] = []
    var timers = TimerQueue()
    /// Nanoseconds since the start, when time is virtual.
    var virtualNow: Int64 = 0 {
      didSet { RuntimeClock.elapsed.store(virtualNow, ordering: .relaxed) }
    }
  }

  let isVirtual: Bool
  /// Whether the clocks of the Swift runtime are virtual too, so that the deadlines of sleeps are exact.
  private let isExact: Bool
  private let state = Mutex(State())
  private let start = Process.nanoseconds()
  private let wakeup: Wakeup

  init(isVirtual: Bool, wakeup: Wakeup) {
    self.isVirtual = isVirtual
    self.wakeup = wakeup
    isExact = isVirtual && RuntimeClock.stop()
  }

  /// Nanoseconds since the start.
  var now: Int64 {
    isVirtual ? state.withLock(\.virtualNow) : Process.nanoseconds() - start
  }

  func enqueue(_ job: Job) {
    state.withLock { $0.ready.append(job) }
    wakeup.wake()
  }

  /// Enqueues the job when a time has passed.
  ///
  /// Where the clocks of the runtime cannot be virtual a deadline comes as an instant of the real clock, a moment after
  /// it was computed; it is then rounded to the millisecond, to take that moment away.
  func enqueue(_ job: Job, afterNanoseconds delay: Int64) {
    state.withLock { state in
      let delay = max(delay, 0)
      let now = isVirtual ? state.virtualNow : Process.nanoseconds() - start
      let exact = isExact || !isVirtual
      let deadline = now.addingWithoutOverflow(
        exact ? delay : (delay + 500_000) / 1_000_000 * 1_000_000)
      state.timers.insert(job, at: deadline)
    }
    wakeup.wake()
  }

  /// Enqueues a call for a time, in nanoseconds since the start.
  func schedule(at deadline: Int64, _ call: @escaping @Sendable () -> Void) {
    state.withLock { $0.timers.insert(.call(call), at: deadline) }
    wakeup.wake()
  }

  var hasReadyJobs: Bool { state.withLock { !$0.ready.isEmpty } }

  /// Puts aside what is ready, as the turn has gone on for too long.
  func deferReady() {
    state.withLock { state in
      state.deferred += state.ready
      state.ready = []
    }
  }

  /// Makes ready what was put aside, before what has become so since.
  func resumeDeferred() {
    state.withLock { state in
      guard !state.deferred.isEmpty else { return }
      state.ready = state.deferred + state.ready
      state.deferred = []
    }
  }

  /// When the next timer falls due, in nanoseconds since the start.
  var nextDeadline: Int64? { state.withLock { $0.timers.nextDeadline } }

  /// Hands over the jobs that are ready.
  func takeReady(into list: inout [Job]) {
    list.removeAll(keepingCapacity: true)
    state.withLock { swap(&$0.ready, &list) }
  }

  /// Makes the job of the next timer that is due at the limit ready, and moves virtual time there.
  ///
  /// - Returns: whether there was one.
  func fireTimer(dueAt limit: Int64) -> Bool {
    state.withLock { state in
      guard let (deadline, job) = state.timers.removeNext(dueAt: limit) else { return false }
      if isVirtual { state.virtualNow = max(state.virtualNow, deadline) }
      state.ready.append(job)
      return true
    }
  }

  /// Forgets all jobs, whose tasks then never go on, and starts virtual time anew.
  func restart() {
    state.withLock { state in
      state = State()
      state.virtualNow = 0
    }
  }

  /// Moves virtual time forward, to where no timer is due any more.
  func moveVirtualTime(to now: Int64) {
    state.withLock { $0.virtualNow = max($0.virtualNow, now) }
  }
}

extension Int64 {
  nonisolated fileprivate func addingWithoutOverflow(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}

/// Jobs by deadline, those with equal deadlines in the order in which they were set: a binary heap.
nonisolated private struct TimerQueue {
  private struct Timer {
    let deadline: Int64
    let number: Int
    let job: JobQueue.Job

    static func < (left: Timer, right: Timer) -> Bool {
      (left.deadline, left.number) < (right.deadline, right.number)
    }
  }

  private var heap: [Timer] = []
  private var lastNumber = 0

  var nextDeadline: Int64? { heap.first?.deadline }

  mutating func insert(_ job: JobQueue.Job, at deadline: Int64) {
    lastNumber += 1
    heap.append(Timer(deadline: deadline, number: lastNumber, job: job))
    var child = heap.count - 1
    while child > 0, heap[child] < heap[(child - 1) / 2] {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  mutating func removeNext(dueAt limit: Int64) -> (deadline: Int64, job: JobQueue.Job)? {
    guard let first = heap.first, first.deadline <= limit else { return nil }
    heap.swapAt(0, heap.count - 1)
    heap.removeLast()
    var parent = 0
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2]
      where child < heap.count && heap[child] < heap[least] {
        least = child
      }
      if least == parent { break }
      heap.swapAt(parent, least)
      parent = least
    }
    return (first.deadline, first.job)
  }
}
