@_spi(Host) import Reactive

/// Jobs by deadline; those with equal deadlines in the order in which they were set.
nonisolated struct TimerQueue<Job> {
  private struct Timer: Comparable {
    let deadline: Int64
    let order: Int
    let number: Int
    let job: Job

    static func < (left: Timer, right: Timer) -> Bool {
      (left.deadline, left.order, left.number) < (right.deadline, right.order, right.number)
    }

    static func == (left: Timer, right: Timer) -> Bool { left.number == right.number }
  }

  private var timers = PriorityQueue<Timer>()
  private var lastNumber = 0
  /// The cancelled timers that may still be in the queue.
  private var cancelled: Set<Int> = []

  /// Returns a number for a timer that is inserted later, and is to count as set now.
  mutating func drawNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  /// - Parameters:
  ///   - deadline: in nanoseconds.
  ///   - order: the number at which it counts as set; `nil` for now.
  /// - Returns: the number of the timer.
  mutating func insert(_ job: Job, at deadline: Int64, order: Int? = nil) -> Int {
    let number = drawNumber()
    timers.push(Timer(deadline: deadline, order: order ?? number, number: number, job: job))
    return number
  }

  /// Removes a timer. One that has fired is ignored.
  mutating func cancel(_ number: Int) {
    cancelled.insert(number)
    // Most are removed at their deadline; but they must not outnumber the others.
    guard cancelled.count > 16, cancelled.count * 2 > timers.count else { return }
    timers.removeAll { cancelled.contains($0.number) }
    cancelled = []
  }

  mutating func nextDeadline() -> Int64? {
    while let first = timers.first, cancelled.remove(first.number) != nil { timers.removeFirst() }
    return timers.first?.deadline
  }

  /// Removes the next timer that was set for exactly this time.
  mutating func remove(setFor deadline: Int64) -> Job? {
    var found: [Timer] = []
    timers.removeAll { timer in
      let isMeant = timer.deadline == deadline && !cancelled.contains(timer.number)
      if isMeant { found.append(timer) }
      return isMeant
    }
    found.sort()
    for timer in found.dropFirst() { timers.push(timer) }
    return found.first?.job
  }

  mutating func removeNext(dueAt limit: Int64) -> (deadline: Int64, job: Job)? {
    guard let next = nextDeadline(), next <= limit, let first = timers.first else { return nil }
    timers.removeFirst()
    return (first.deadline, first.job)
  }
}
