import Reactive
import ReactiveTesting
import Testing

/// Operators that another sequence decides about.
struct FilteringBySourceTests {
  @Test func takeUntilCompletesWithTheOthersElement() {
    let scheduler = TestScheduler()
    let (source, other) = (scheduler.hot("-1--2--3--4|"), scheduler.hot("------1"))
    let events = scheduler.record { source.take(until: other) }
    #expect(events == marbles("-1--2-|"))
    #expect(source.subscriptions == [Subscription(0, 60)])
    #expect(other.subscriptions == [Subscription(0, 60)])
  }

  @Test func takeUntilDoesNotMindTheOthersCompletion() {
    let scheduler = TestScheduler()
    let (source, other) = (scheduler.hot("-1--2|"), scheduler.hot("--|"))
    #expect(scheduler.record { source.take(until: other) } == marbles("-1--2|"))
  }

  @Test func skipUntilOpensWithTheOthersElement() {
    let scheduler = TestScheduler()
    let (source, other) = (scheduler.hot("-1--2--3--4|"), scheduler.hot("------1"))
    let events = scheduler.record { source.skip(until: other) }
    #expect(events == marbles("-------3--4|"))
    #expect(other.subscriptions == [Subscription(0, 60)])
  }

  /// RxSwift's: a source that completes behind a closed gate leaves the sequence open, and lets the
  /// other one go.
  @Test func skipUntilDoesNotCompleteBeforeItIsOpen() {
    let scheduler = TestScheduler()
    let (source, other) = (scheduler.hot("-1--|"), scheduler.hot("------1"))
    #expect(scheduler.record { source.skip(until: other) } == [])
    #expect(source.subscriptions == [Subscription(0, 40)])
    #expect(other.subscriptions == [Subscription(0, 40)])
  }

  @Test(arguments: [("--|", ""), ("--#", "--#"), ("--1", "----|")])
  func skipUntilAndTheEndOfTheOther(_ other: String, _ expected: String) {
    let scheduler = TestScheduler()
    let (source, other) = (scheduler.hot("-1--|"), scheduler.hot(other))
    #expect(scheduler.record { source.skip(until: other) } == marbles(expected))
  }

  @Test func sampleSendsTheNewestOnce() {
    let scheduler = TestScheduler()
    let (source, sampler) = (scheduler.hot("-1-2---3---"), scheduler.hot("----0-0-0-"))
    #expect(scheduler.record { source.sample(sampler) } == marbles("----2---3-"))
  }

  /// The completion of the sampler samples once more; it is the end only if the source has
  /// completed.
  @Test(arguments: [
    ("-1-2---3---4-", "----0----|", "----2----3"), ("-1-2---3|", "----0----|", "----2----(3|)"),
    ("-1-2---------|", "----0----|", "----2"), ("-1-2----", "----0----#", "----2----#"),
  ])
  func sampleAndTheEndOfTheSampler(_ source: String, _ sampler: String, _ expected: String) {
    let scheduler = TestScheduler()
    let (source, sampler) = (scheduler.hot(source), scheduler.hot(sampler))
    #expect(scheduler.record { source.sample(sampler) } == marbles(expected))
  }

  @Test func sampleEndsWithTheSamplersNextEvent() {
    let scheduler = TestScheduler()
    let (source, sampler) = (scheduler.hot("-1-2|"), scheduler.hot("------0-0-|"))
    #expect(scheduler.record { source.sample(sampler) } == marbles("------(2|)"))
  }

  @Test func withUnretainedCompletesWithoutTheObject() {
    let scheduler = TestScheduler()
    let source = scheduler.hot("-1-2-3")
    var object: Holder? = Holder()
    scheduler.schedule(at: 25) { object = nil }
    let events = scheduler.record { [weak object] in
      object.map { source.withUnretained($0) { _, number in number } } ?? .never()
    }
    #expect(events == marbles("-1-|"))
    _ = object
  }
}

private final class Holder {}
