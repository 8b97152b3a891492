import Testing

@testable import HostLoop

@Suite struct TimerQueueTests {
  private func drained(_ queue: TimerQueue<String>) -> [String] {
    var queue = queue
    var jobs: [String] = []
    while let next = queue.removeNext(dueAt: .max) { jobs.append("\(next.job)@\(next.deadline)") }
    return jobs
  }

  @Test func theEarliestComesFirstAndOfEqualOnesTheOneSetFirst() {
    var queue = TimerQueue<String>()
    for (job, deadline) in [("a", 3), ("b", 1), ("c", 3), ("d", 2), ("e", 1)] {
      _ = queue.insert(job, at: Int64(deadline))
    }
    #expect(drained(queue) == ["b@1", "e@1", "d@2", "a@3", "c@3"])
  }

  @Test func whatIsNotDueStays() {
    var queue = TimerQueue<String>()
    _ = queue.insert("a", at: 5)
    #expect(queue.removeNext(dueAt: 4) == nil)
    #expect(queue.nextDeadline() == 5)
    #expect(queue.removeNext(dueAt: 5)?.job == "a")
    #expect(queue.nextDeadline() == nil)
  }

  @Test func oneThatIsSetForATimeIsTakenOutBeforeItsTime() {
    var queue = TimerQueue<String>()
    for (job, deadline) in [("a", 1), ("b", 2), ("c", 2), ("d", 3)] {
      _ = queue.insert(job, at: Int64(deadline))
    }
    #expect(queue.remove(setFor: 2) == "b")
    #expect(queue.remove(setFor: 4) == nil)
    #expect(drained(queue) == ["a@1", "c@2", "d@3"])
  }

  @Test func aNumberDrawnBeforeCountsAsSetThen() {
    var queue = TimerQueue<String>()
    let early = queue.drawNumber()
    _ = queue.insert("late", at: 1)
    _ = queue.insert("early", at: 1, order: early)
    _ = queue.insert("early too", at: 1, order: early)
    #expect(drained(queue) == ["early@1", "early too@1", "late@1"])
  }

  @Test func cancelledOnesNeverComeHoweverMany() {
    var queue = TimerQueue<String>()
    let numbers = (0..<1000).map { queue.insert("\($0)", at: Int64(1000 - $0)) }
    for (index, number) in numbers.enumerated() where index % 10 != 0 { queue.cancel(number) }
    let expected = stride(from: 990, through: 0, by: -10).map { "\($0)@\(1000 - $0)" }
    #expect(drained(queue) == expected)
  }

  @Test func theNextDeadlineIsThatOfOneThatStillCounts() {
    var queue = TimerQueue<String>()
    let first = queue.insert("a", at: 1)
    _ = queue.insert("b", at: 2)
    queue.cancel(first)
    #expect(queue.nextDeadline() == 2)
  }
}
