@_spi(Host) import Reactive

/// Jobs by deadline; those with equal deadlines in the order in which they were set.
nonisolated struct TimerQueue<Job> {
  private struct Timer: Comparable {
    let deadline: Int64
    let order: Int
    let number: Int

    static func < (left: Timer, right: Timer) -> Bool {
      (left.deadline, left.order, left.number) < (right.deadline, right.order, right.number)
    }
  }

  /// The timers that are set, and cancelled ones among them. Most are cancelled, as most calls are
  /// answered before their timeout; so a timer does not contain its job, which takes longer to
  /// move.
  private var timers = PriorityQueue<Timer>()
  /// The jobs of the timers that are set, by their numbers.
  private var jobs: [Int: Job] = [:]
  private var lastNumber = 0

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
    timers.push(Timer(deadline: deadline, order: order ?? number, number: number))
    jobs[number] = job
    return number
  }

  /// Removes a timer. One that has fired is ignored.
  mutating func cancel(_ number: Int) {
    jobs[number] = nil
    // Most are removed at their deadline; but they must not outnumber the others.
    if timers.count > 2 * jobs.count + 16 { timers.removeAll { jobs[$0.number] == nil } }
  }

  mutating func nextDeadline() -> Int64? { next()?.deadline }

  /// The next timer, without the cancelled ones before it.
  private mutating func next() -> Timer? {
    while let first = timers.first {
      if jobs[first.number] != nil { return first }
      timers.removeFirst()
    }
    return nil
  }

  /// Removes the next timer that was set for exactly this time.
  mutating func remove(setFor deadline: Int64) -> Job? {
    let next = timers.elements.filter { $0.deadline == deadline && jobs[$0.number] != nil }.min()
    return next.flatMap { jobs.removeValue(forKey: $0.number) }
  }

  mutating func removeNext(dueAt limit: Int64) -> (deadline: Int64, job: Job)? {
    guard let next = next(), next.deadline <= limit, let job = jobs.removeValue(forKey: next.number)
    else { return nil }
    timers.removeFirst()
    return (next.deadline, job)
  }
}
