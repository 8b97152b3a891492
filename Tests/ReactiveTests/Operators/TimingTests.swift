import Reactive
import ReactiveTesting
import Testing

struct TimingTests {
  typealias Events = [Recorded<Event<Int>>]

  struct ThrottleCase: Sendable {
    let latest: Bool
    let end: Recorded<Event<Int>>
    let expected: Events
  }

  /// Without `latest` what comes within a window is dropped; with it the newest is sent at the end
  /// of the window, also after the source has completed. An error is sent at once.
  @Test(arguments: [
    ThrottleCase(
      latest: false, end: .completed(500),
      expected: [.next(210, 2), .next(410, 6), .completed(500)]),
    ThrottleCase(
      latest: true, end: .completed(500),
      expected: [.next(210, 2), .next(410, 6), .next(610, 7), .completed(610)]),
    ThrottleCase(
      latest: true, end: .completed(900),
      expected: [.next(210, 2), .next(410, 6), .next(610, 7), .completed(900)]),
    ThrottleCase(latest: true, end: .error(410), expected: [.next(210, 2), .error(410)]),
  ])
  func throttleSendsOneElementPerWindow(_ throttle: ThrottleCase) {
    let scheduler = TestScheduler()
    let elements: Events = [
      .next(150, 1), .next(210, 2), .next(250, 3), .next(310, 4), .next(350, 5), .next(410, 6),
      .next(450, 7),
    ]
    let source = scheduler.createHotObservable(
      elements.filter { $0.time < throttle.end.time } + [throttle.end])
    let result = scheduler.start {
      source.throttle(.milliseconds(200), latest: throttle.latest, scheduler: scheduler)
    }
    #expect(result.events == throttle.expected)
    #expect(source.subscriptions == [Subscription(200, throttle.end.time)])
  }

  @Test(
    arguments: [
      (true, [Recorded<Event<Int>>.next(0, 0), .next(1_000, 3), .next(2_000, 4), .next(3_200, 5)]),
      (false, [.next(0, 0), .next(1_000, 3), .next(3_200, 5)]),
    ])
  func atExactlyTheTimeAnElementPasses(_ latest: Bool, _ expected: Events) {
    let scheduler = TestScheduler()
    let source = scheduler.createHotObservable([
      .next(0, 0), .next(200, 1), .next(900, 2), .next(1_000, 3), .next(1_500, 4), .next(3_200, 5),
    ])
    let events = scheduler.record(until: 9_000) {
      source.throttle(.seconds(1), latest: latest, scheduler: scheduler)
    }
    #expect(events == expected)
  }

  /// The input at 900 comes before the timer that is due then.
  @Test func debounceSendsTheNewestElementAfterAPause() {
    let scheduler = TestScheduler()
    let source = scheduler.createHotObservable([
      .next(0, 0), .next(100, 1), .next(200, 2), .next(600, 3), .next(900, 4),
    ])
    let events = scheduler.record(until: 9_000) {
      source.debounce(.milliseconds(300), scheduler: scheduler)
    }
    #expect(events == [.next(500, 2), .next(1_200, 4)])
  }

  @Test func debounceFlushesOnCompletionAndDropsOnError() {
    for (end, expected) in [("-1|", "--(1|)"), ("-1#", "--#")] {
      let scheduler = TestScheduler()
      let source = scheduler.hot(end)
      let events = scheduler.record {
        source.debounce(.milliseconds(300), scheduler: scheduler)
      }
      #expect(events == marbles(expected))
    }
  }

  /// Elements and the completion are delayed, the subscription and an error are not.
  @Test(arguments: [
    (
      150, [Recorded<Event<Int>>.next(250, 2), .next(350, 3), .next(450, 4), .completed(550)],
      [Recorded<Event<Int>>.next(400, 2), .next(500, 3), .next(600, 4), .completed(700)]
    ),
    (
      150, [.next(250, 2), .next(350, 3), .next(450, 4), .error(550)],
      [.next(400, 2), .next(500, 3), .error(550)]
    ),
    (1_000, [.next(210, 1), .next(1_110, 2), .error(1_710)], [.next(1_210, 1), .error(1_710)]),
  ])
  func delayMovesElementsAndTheCompletion(_ milliseconds: Int, _ events: Events, _ expected: Events)
  {
    let scheduler = TestScheduler()
    let source = scheduler.createHotObservable(events)
    let result = scheduler.start(disposed: 9_000) {
      source.delay(.milliseconds(milliseconds), scheduler: scheduler)
    }
    #expect(result.events == expected)
    #expect(source.subscriptions == [Subscription(200, events.last?.time ?? 0)])
  }

  @Test func timeoutFailsWhenNothingComes() {
    let scheduler = TestScheduler()
    let source = scheduler.hot("-1--2--------3")
    let events = scheduler.record { source.timeout(.milliseconds(40), scheduler: scheduler) }
    #expect(events == [.next(10, 1), .next(40, 2), .error(80, RxError.timeout)])
    #expect(source.subscriptions == [Subscription(0, 80)])
  }

  @Test func timeoutSwitchesToTheOther() {
    let scheduler = TestScheduler()
    let (source, other) = (scheduler.hot("-1-----------3"), scheduler.cold("-7|"))
    let events = scheduler.record {
      source.timeout(.milliseconds(40), other: other, scheduler: scheduler)
    }
    #expect(events == [.next(10, 1), .next(60, 7), .completed(70)])
  }

  @Test func intervalAndTimerKeepToTheClock() {
    let scheduler = TestScheduler()
    let interval = scheduler.record(until: 100) {
      Observable<Int>.interval(.milliseconds(30), scheduler: scheduler)
    }
    #expect(interval == [.next(30, 0), .next(60, 1), .next(90, 2)])
    let timer = TestScheduler()
    let once = timer.record { Observable<Int>.timer(.milliseconds(20), scheduler: timer) }
    #expect(once == [.next(20, 0), .completed(20)])
    #expect(timer.isIdle)
  }

  @Test func takeForATime() {
    let scheduler = TestScheduler()
    let source = scheduler.hot("-1-2-3-4")
    let events = scheduler.record { source.take(for: .milliseconds(40), scheduler: scheduler) }
    #expect(events == marbles("-1-2|"))
  }

  @Test func observeOnKeepsTheOrderOfElementsAndTheEnd() {
    let scheduler = TestScheduler()
    let events = scheduler.record { Observable.just(1).observe(on: scheduler) }
    #expect(events == marbles("(1|)"))
  }

  /// Historical rules: now, after what is already due.
  @Test func observeOnSendsAtTheSameTime() {
    let scheduler = TestScheduler()
    let source = scheduler.hot("-1-2|")
    #expect(scheduler.record { source.observe(on: scheduler) } == marbles("-1-2|"))
  }
}
