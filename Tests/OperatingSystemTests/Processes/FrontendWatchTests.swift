import Testing

@testable import OperatingSystem

/// How long a host has to end when its frontend is gone: 2 seconds, which begin again with each
/// instance that ends.
@Suite struct FrontendWatchTests {
  /// Whether the time is over at each of the looks, which are a second of work apart.
  private func looks(_ progressCounts: [Int]) -> [Bool] {
    func reading(_ seconds: Int) -> ProgressTimeout.Reading {
      let time = Int64(seconds) * 1_000_000_000
      return ProgressTimeout.Reading(time: time, processor: time)
    }
    var grace = ProgressTimeout(seconds: FrontendWatch.graceSeconds, from: reading(0))
    return progressCounts.enumerated().map { index, count in
      grace.advance(to: reading(index + 1), progress: count)
    }
  }

  @Test func anInputThatDoesNotReturnIsGivenTwoSeconds() {
    #expect(looks([0, 0]) == [false, true])
  }

  @Test func whoEndsInstancesIsGivenAsLongAsThatTakes() {
    #expect(looks(Array(1...1_000)) == Array(repeating: false, count: 1_000))
  }

  @Test func anInstanceThatDoesNotEndIsGivenTwoSeconds() {
    #expect(looks([100, 200, 200, 200]) == [false, false, false, true])
  }
}
