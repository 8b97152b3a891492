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
    /// When timers fall due that others keep, in nanoseconds since the start; some of those that are due already.
    var foreignDeadlines: [Int64] = []
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
      _ = state.timers.insert(job, at: deadline)
    }
    wakeup.wake()
  }

  /// Enqueues a call for a time, in nanoseconds since the start.
  ///
  /// - Returns: the number of the timer.
  func schedule(at deadline: Int64, _ call: @escaping @Sendable () -> Void) -> Int {
    let number = state.withLock { $0.timers.insert(.call(call), at: deadline) }
    wakeup.wake()
    return number
  }

  /// Forgets a timer. One that has fired already is ignored.
  func cancelTimer(_ number: Int) { state.withLock { $0.timers.cancel(number) } }

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
  var nextDeadline: Int64? { state.withLock { $0.timers.nextDeadline() } }

  /// Takes in that somebody else has set a timer.
  func noteTimer(afterNanoseconds delay: Int64) {
    let now = now
    state.withLock { state in
      // It is to be known that something comes, and not all of it.
      if state.foreignDeadlines.count >= 256 { state.foreignDeadlines.removeAll { $0 < now } }
      guard state.foreignDeadlines.count < 256 else { return }
      state.foreignDeadlines.append(now.addingWithoutOverflow(max(delay, 0)))
    }
  }

  /// When the next timer falls due, of those kept here or elsewhere, in nanoseconds since the start.
  var nextKnownDeadline: Int64? {
    let now = now
    return state.withLock { state in
      state.foreignDeadlines.removeAll { $0 < now }
      return [state.timers.nextDeadline(), state.foreignDeadlines.min()].compactMap { $0 }.min()
    }
  }

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
  /// Those that were cancelled and may still lie in the heap.
  private var cancelled: Set<Int> = []

  mutating func nextDeadline() -> Int64? {
    while let first = heap.first, cancelled.remove(first.number) != nil { removeFirst() }
    return heap.first?.deadline
  }

  mutating func cancel(_ number: Int) {
    cancelled.insert(number)
    // Most are taken out when their time comes; but there must not be more of them than of others.
    guard cancelled.count > 16, cancelled.count * 2 > heap.count else { return }
    heap = heap.filter { !cancelled.contains($0.number) }.sorted(by: <)
    cancelled = []
  }

  /// - Returns: the number of the timer.
  mutating func insert(_ job: JobQueue.Job, at deadline: Int64) -> Int {
    lastNumber += 1
    heap.append(Timer(deadline: deadline, number: lastNumber, job: job))
    var child = heap.count - 1
    while child > 0, heap[child] < heap[(child - 1) / 2] {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
    return lastNumber
  }

  mutating func removeNext(dueAt limit: Int64) -> (deadline: Int64, job: JobQueue.Job)? {
    guard let next = nextDeadline(), next <= limit, let first = heap.first else { return nil }
    removeFirst()
    return (first.deadline, first.job)
  }

  private mutating func removeFirst() {
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
  }
}
