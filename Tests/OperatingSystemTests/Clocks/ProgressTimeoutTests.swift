import Testing

@testable import OperatingSystem

@Suite struct ProgressTimeoutTests {
  /// What the clocks show after so many seconds.
  private func reading(
    _ seconds: Double, processor: Double?, isRunnable: Bool = false
  ) -> ProgressTimeout.Reading {
    ProgressTimeout.Reading(
      time: Int64(seconds * 1_000_000_000), processor: processor.map { Int64($0 * 1_000_000_000) },
      isRunnable: { isRunnable })
  }

  /// Whether the limit is reached at each of the looks.
  private func looks(
    _ limit: Int, isRunnable: Bool = false, _ looks: [(time: Double, processor: Double?)]
  ) -> [Bool] {
    let start = reading(0, processor: looks[0].processor.map { _ in 0 })
    var timeout = ProgressTimeout(seconds: limit, from: start)
    return looks.map {
      timeout.advance(to: reading($0.time, processor: $0.processor, isRunnable: isRunnable))
    }
  }

  @Test func whatIsWaitedForInVainIsGivenTheTime() {
    #expect(looks(3, [(1, 0), (2, 0), (3, 0)]) == [false, false, true])
  }

  @Test func whatOnlyLooksAtTheClocksWaits() {
    #expect(looks(3, [(1, 0.0001), (2, 0.0002), (3, 0.0003)]) == [false, false, true])
  }

  @Test func whatComputesIsGivenProcessorTime() {
    // A tenth of a processor: ten seconds are one.
    #expect(looks(2, [(1, 0.1), (10, 1), (19, 1.9), (20, 2)]) == [false, false, false, true])
  }

  /// Who computes all the time has not quite a second at the end of each: `--help` says that more
  /// passes.
  @Test func theLimitIsReachedALookLater() {
    #expect(looks(1, [(1, 0.998), (2, 1.996)]) == [false, true])
  }

  @Test func whatWaitsForAProcessorIsGivenTheTimeItNeeds() {
    #expect(looks(2, isRunnable: true, [(1, 0), (2, 0), (9, 0.001)]) == [false, false, false])
  }

  @Test func bothCountTogether() {
    #expect(looks(2, [(1, 0), (2, 0.5), (3, 0.5)]) == [false, false, true])
  }

  @Test func whereTheSystemDoesNotReportTheTimeCounts() {
    #expect(looks(2, [(1, nil), (2, nil)]) == [false, true])
  }

  @Test func whenThisProcessWasStoppedNothingIsOver() {
    #expect(looks(4, [(1, 0), (9_000, 0), (9_001, 0), (9_002, 0)]) == [false, false, false, true])
    #expect(looks(2, [(3, 0), (6, 0)]) == [false, true])
  }

  @Test func theProcessorTimeOfAnotherProcessIsKnown() throws {
    let child = try ChildProcess("/bin/sh", ["-c", "echo; read -r end"])
    defer {
      child.output.close()
      _ = child.wait()
    }
    // It has run, as it has said something.
    _ = Poll.wait(for: [Poll.Entry(child.output, .read)])
    #if os(Linux)
      #expect(try #require(child.processorClock.reading.processor) > 0)
      #expect(try #require(ProcessorClock.own.reading.processor) > 0)
    #endif
    child.input.close()
  }

  #if os(Linux)
    @Test func whetherAnotherProcessIsRunnableIsKnown() throws {
      let computes = try ChildProcess("/bin/sh", ["-c", "echo; while :; do :; done"])
      let waits = try ChildProcess("/bin/sh", ["-c", "read -r end"])
      defer {
        for child in [computes, waits] {
          child.input.close()
          child.output.close()
          child.kill()
          _ = child.wait()
        }
      }
      _ = Poll.wait(for: [Poll.Entry(computes.output, .read)])
      #expect(computes.processorClock.reading.isRunnable())
      while waits.processorClock.reading.isRunnable() { Poll.nap(milliseconds: 1) }
    }
  #endif
}
