import Reactive
import Testing

struct VirtualTimeTests {
  private let scheduler = VirtualTimeScheduler()
  private let log = Log()

  private func note(_ name: String) -> () -> Void {
    { log.add("\(name)@\(scheduler.clock)") }
  }

  @Test func runsInTheOrderOfTimeAndThenOfScheduling() {
    for (name, time) in [("a", 10), ("b", 30), ("c", 10), ("d", 0)] {
      scheduler.schedule(at: time, note(name))
    }
    scheduler.start()
    #expect(log.lines == ["d@0", "a@10", "c@10", "b@30"])
    #expect(scheduler.clock == 30)
  }

  @Test func advancingIncludesTheTimeAndWhatIsScheduledMeanwhile() {
    scheduler.schedule(at: 10) {
      note("a")()
      _ = scheduler.schedule(note("b"))
      _ = scheduler.schedule(after: .milliseconds(10), note("c"))
      _ = scheduler.schedule(after: .milliseconds(11), note("d"))
    }
    scheduler.advance(to: 20)
    #expect(log.lines == ["a@10", "b@10", "c@20"])
    scheduler.advance(by: 5)
    #expect(log.lines.last == "d@21")
    #expect(scheduler.clock == 25)
  }

  /// What is overdue after `sleep` runs at the time that it has then.
  @Test func sleepingMovesTheTimeWithoutRunningAnything() {
    for (name, time) in [("a", 10), ("b", 10), ("c", 30)] {
      scheduler.schedule(at: time, note(name))
    }
    scheduler.advance(to: 10)
    #expect(log.lines == ["a@10", "b@10"])
    scheduler.sleep(100)
    _ = scheduler.schedule(after: .milliseconds(20), note("d"))
    _ = scheduler.schedule(after: .zero, note("e"))
    scheduler.start()
    #expect(log.lines == ["a@10", "b@10", "c@110", "e@110", "d@130"])
  }

  @Test func whatIsDisposedIsSkippedAndDoesNotMoveTheTime() {
    scheduler.schedule(at: 10, note("a")).dispose()
    scheduler.start()
    #expect(log.lines.isEmpty)
    #expect(scheduler.clock == 0)
  }

  @Test func stopEndsAfterTheWorkThatRuns() {
    scheduler.schedule(at: 10) {
      note("a")()
      scheduler.stop()
    }
    scheduler.schedule(at: 20, note("b"))
    scheduler.start()
    #expect(log.lines == ["a@10"])
    scheduler.start()
    #expect(log.lines == ["a@10", "b@20"])
  }

  @Test func partsOfAMillisecondCountAsWhole() {
    _ = scheduler.schedule(after: .microseconds(1), note("a"))
    scheduler.start()
    #expect(log.lines == ["a@1"])
  }

  @Test func theMainActorRunsWorkInItsOrder() async throws {
    let loop = MainActorLoop()
    for name in ["a", "b"] { _ = loop.schedule { log.add(name) } }
    loop.schedule { log.add("cancelled") }.dispose()
    log.add("now")
    for try await _ in Observable<Int>.timer(.zero, scheduler: loop).values { log.add("timer") }
    #expect(log.lines == ["now", "a", "b", "timer"])
  }

  @Test func theMainSchedulerPassesThroughWhenIdleAndQueuesWhenReentered() {
    MainScheduler.with(loop: scheduler) {
      let main = MainScheduler()
      _ = main.schedule {
        note("a")()
        _ = main.schedule(note("c"))
        _ = MainScheduler().schedule(note("other"))
        note("b")()
      }
      note("d")()
      scheduler.start()
    }
    #expect(log.lines == ["a@0", "other@0", "b@0", "d@0", "c@0"])
  }
}
