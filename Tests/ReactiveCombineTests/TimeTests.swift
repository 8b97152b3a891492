import Reactive
import ReactiveCombine
import ReactiveTesting
import Testing

/// Operators that wait, by Combine's documentation (and OpenCombine's tests against it).
struct TimeTests {
  private let scheduler = TestScheduler()

  private func record<Failure>(
    _ drawing: String,
    _ apply: @escaping (AnyPublisher<Int, any Error>) -> AnyPublisher<Int, Failure>
  ) -> [Recorded<Event<Int>>] {
    let source = scheduler.hot(drawing)
    return scheduler.record(until: 5_000) { apply(source.asPublisher()) }
  }

  /// "Delays delivery of elements and completion".
  @Test(arguments: [("-1-2-|", "---1-2-|"), ("-1-2-#", "---1-2-#")])
  func delayDelaysTheEndToo(_ drawing: String, _ expected: String) {
    let events = record(drawing) { [scheduler] in
      $0.delay(for: .milliseconds(20), scheduler: scheduler)
    }
    #expect(events == marbles(expected))
  }

  /// What waits at the end is lost, unlike in RxSwift.
  @Test(arguments: [("-1-2-----3-|", "------2----|"), ("-1-2-----3-#", "------2----#")])
  func debounceDropsWhatWaitsAtTheEnd(_ drawing: String, _ expected: String) {
    let events = record(drawing) { [scheduler] in
      $0.debounce(for: .milliseconds(30), scheduler: scheduler)
    }
    #expect(events == marbles(expected))
  }

  /// With `latest: false` it is the first of the interval that is sent at its end; RxSwift sends
  /// none.
  @Test(arguments: [
    (true, "-1-2-3----4-5-|", "-1---3----4---(5|)"),
    (true, "-123--------|", "-1---3------|"),
    (false, "-123--------|", "-1---2------|"),
    (false, "-12-3-4-|", "-1---2---(4|)"),
    (true, "-12#", "-1---(2#)"),
  ])
  func throttleSendsAtTheEndOfAnInterval(_ latest: Bool, _ drawing: String, _ expected: String) {
    let events = record(drawing) { [scheduler] in
      $0.throttle(for: .milliseconds(40), scheduler: scheduler, latest: latest)
    }
    #expect(events == marbles(expected))
  }

  @Test func timeoutFinishesOrFails() {
    let finished = record("-1-2-----3") { [scheduler] in
      $0.timeout(.milliseconds(30), scheduler: scheduler)
    }
    #expect(finished == marbles("-1-2--|"))
    let other = TimeTests()
    let failed = other.record("-1-2-----3") { [scheduler = other.scheduler] in
      $0.timeout(.milliseconds(30), scheduler: scheduler) { TestError() }
    }
    #expect(failed == marbles("-1-2--#"))
  }

  /// A plain number is so many seconds.
  @Test func numbersAreSeconds() {
    let times = {
      (apply: @escaping (AnyPublisher<Int, any Error>) -> AnyPublisher<Int, any Error>)
      in
      let test = TimeTests()
      return MainScheduler.with(loop: test.scheduler) { test.record("1", apply).map(\.time) }
    }
    #expect(times { $0.delay(for: 1, scheduler: "any queue") } == [1_000])
    #expect(times { $0.debounce(for: 0.5, scheduler: "any queue") } == [500])
    #expect(times { $0.delay(for: .seconds(0.25), scheduler: "any queue") } == [250])
    #expect(times { $0.delay(for: .milliseconds(300), scheduler: "any queue") } == [300])
    #expect(times { $0.delay(for: .seconds(2), scheduler: ImmediateScheduler.shared) } == [0])
  }
}
