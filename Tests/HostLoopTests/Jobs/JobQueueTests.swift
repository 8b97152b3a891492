import OperatingSystem
import Testing

@testable import HostLoop

@Suite struct JobQueueTests {
  private let queue: JobQueue
  private let log = Log()

  nonisolated private final class Log: Sendable {
    private let entries = Lock<[String]>([])
    func append(_ entry: String) { entries.withLock { $0.append(entry) } }
    func take() -> [String] {
      entries.withLock { list in
        defer { list = [] }; return list
      }
    }
  }

  init() throws { queue = JobQueue(.virtual, wakeup: try Wakeup()) }

  private func call(_ name: String) -> JobQueue.Job { .call { [log] in log.append(name) } }

  private func run(_ job: JobQueue.Job?) -> Bool {
    guard case .call(let call)? = job else { return false }
    call()
    return true
  }

  private func runReady() {
    var jobs: [JobQueue.Job] = []
    queue.takeReady(into: &jobs)
    for job in jobs { _ = run(job) }
  }

  @Test func whatIsReadyComesInItsOrder() {
    for name in ["a", "b", "c"] { queue.enqueue(call(name)) }
    #expect(queue.hasReadyJobs)
    runReady()
    #expect(log.take() == ["a", "b", "c"])
    #expect(!queue.hasReadyJobs)
  }

  @Test func whatIsPutAsideComesBeforeWhatIsNew() {
    queue.enqueue(call("old"))
    queue.deferReady()
    #expect(!queue.hasReadyJobs)
    queue.enqueue(call("new"))
    queue.resumeDeferred()
    runReady()
    #expect(log.take() == ["old", "new"])
  }

  @Test func timeIsThatOfTheTimerThatFires() {
    _ = queue.schedule(call("b"), at: 20)
    _ = queue.schedule(call("a"), at: 10)
    #expect(queue.now == 0)
    #expect(run(queue.takeTimer(dueAt: 15)))
    #expect(queue.now == 10)
    #expect(!run(queue.takeTimer(dueAt: 15)))
    queue.moveTime(to: 15)
    #expect(queue.now == 15)
    #expect(run(queue.takeTimer(dueAt: 30)))
    #expect(queue.now == 20)
    #expect(log.take() == ["a", "b"])
  }

  @Test func anOverdueTimerDoesNotMoveTimeBack() {
    queue.moveTime(to: 50)
    _ = queue.schedule(call("a"), at: 10)
    #expect(run(queue.takeTimer(dueAt: 50)))
    #expect(queue.now == 50)
  }

  @Test func arrivalsComeInTheOrderOfTheirSteps() {
    queue.arrive(call("3"), from: 3, of: 0)
    queue.arrive(call("1, first"), from: 1, of: 0)
    queue.arrive(call("elsewhere"), from: 0, of: 0)
    queue.arrive(call("1, second"), from: 1, of: 0)
    while run(queue.takeArrival(upTo: nil)?.job) {}
    #expect(log.take() == ["elsewhere", "1, first", "1, second", "3"])
  }

  @Test func anArrivalWaitsForTheStepsBeforeIt() {
    queue.arrive(call("2"), from: 2, of: 0)
    #expect(!run(queue.takeArrival(upTo: 1)?.job))
    #expect(queue.hasArrivals)
    queue.arrive(call("1"), from: 1, of: 0)
    while run(queue.takeArrival(upTo: 1)?.job) {}
    #expect(log.take() == ["1"])
    // Step 1 has ended.
    while run(queue.takeArrival(upTo: nil)?.job) {}
    #expect(log.take() == ["2"])
  }

  @Test func whatIsHeldComesWhenItIsTakenTaskByTask() {
    queue.holdArrivals()
    queue.arrive(call("1, first"), from: 0, of: 1)
    queue.arrive(call("2"), from: 0, of: 2)
    queue.arrive(call("1, second"), from: 0, of: 1)
    queue.enqueueStep(call("step"), of: 1)
    #expect(!queue.hasArrivals && !queue.hasReadyJobs)
    #expect(run(queue.takeHeld(of: 2)))
    while run(queue.takeHeld(of: 1)) {}
    #expect(run(queue.takeHeldStep(of: 1)))
    #expect(log.take() == ["2", "1, first", "1, second", "step"])
    #expect(!run(queue.takeHeld(of: 2)) && !run(queue.takeHeldStep(of: 2)))
  }

  @Test func tasksHaveTheNumberOfWhatSetsThemOff() {
    #expect(queue.taskNumber(of: 100, in: 0) == 0, "none are given yet")
    queue.numberTasks()
    #expect(queue.taskNumber(of: 100, in: 0) == 1)
    #expect(queue.taskNumber(of: 200, in: 0) == 2)
    #expect(queue.taskNumber(of: 300, in: 1) == 1)
    #expect(queue.taskNumber(of: 100, in: 0) == 1)
    #expect(queue.taskNumber(of: 300, in: 2) == 1)
    #expect(queue.taskNumber(of: 400, in: 0) == 3)
  }

  /// Whatever the other does, a task of an instance has the same number.
  @Test func eachInstanceCountsItsTasks() {
    func numbers(of instance: Int, beside others: Int) -> [Int] {
      var numbers = TaskNumbers()
      for other in 0..<others { _ = numbers.number(of: UInt64(other), in: 0, of: 5) }
      return (0..<3).map { numbers.number(of: 100 + $0, in: 0, of: instance) }
    }
    let alone = numbers(of: 3, beside: 0)
    #expect(Set(alone).count == 3)
    #expect(alone.map(TaskNumbers.instance) == [3, 3, 3])
    #expect(numbers(of: 3, beside: 7) == alone)
    #expect(numbers(of: 4, beside: 7) != alone)
  }

  @Test func aNewStartForgetsAll() {
    queue.enqueue(call("ready"))
    queue.arrive(call("arrived"), from: 1, of: 0)
    _ = queue.schedule(call("timer"), at: 1)
    queue.moveTime(to: 5)
    queue.restart()
    #expect(queue.now == 0)
    #expect(!queue.hasReadyJobs && !queue.hasArrivals && queue.nextDeadline == nil)
  }
}
