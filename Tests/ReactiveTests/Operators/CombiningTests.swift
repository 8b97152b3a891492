import Reactive
import ReactiveTesting
import Testing

struct CombiningTests {
  struct Pair {
    let scheduler = TestScheduler()
    let a: TestableObservable<Int>
    let b: TestableObservable<String>

    init() {
      a = scheduler.hot("1-2--3|")
      b = scheduler.createHotObservable(marbles("-x-yz--|"))
    }
  }

  @Test func combineLatestSendsTheLatestOfEach() {
    let pair = Pair()
    let events = pair.scheduler.record {
      Observable.combineLatest(pair.a, pair.b) { "\($0)\($1)" }
    }
    #expect(
      events == [
        .next(10, "1x"), .next(20, "2x"), .next(30, "2y"), .next(40, "2z"), .next(50, "3z"),
        .completed(70),
      ])
  }

  @Test func zipPairsElementsByTheirOrder() {
    let pair = Pair()
    let events = pair.scheduler.record { Observable.zip(pair.a, pair.b) { "\($0)\($1)" } }
    #expect(events == [.next(10, "1x"), .next(30, "2y"), .next(50, "3z"), .completed(70)])
  }

  @Test func withLatestFrom() {
    let pair = Pair()
    let events = pair.scheduler.record { pair.a.withLatestFrom(pair.b) { "\($0)\($1)" } }
    #expect(events == [.next(20, "2x"), .next(50, "3z"), .completed(60)])
  }

  @Test func withLatestFromKeepsTheLastElementOfACompletedSequence() {
    let scheduler = TestScheduler()
    let x = scheduler.createHotObservable([
      .next(90, 1), .next(180, 2), .next(250, 3), .next(260, 4), .next(310, 5), .next(340, 6),
      .next(410, 7), .next(420, 8), .next(470, 9), .next(550, 10), .completed(590),
    ])
    let y = scheduler.createHotObservable([
      .next(255, "bar"), .next(330, "foo"), .next(350, "qux"), .completed(400),
    ])
    let result = scheduler.start { x.withLatestFrom(y) { "\($0)\($1)" } }
    #expect(
      result.events == [
        .next(260, "4bar"), .next(310, "5bar"), .next(340, "6foo"), .next(410, "7qux"),
        .next(420, "8qux"), .next(470, "9qux"), .next(550, "10qux"), .completed(590),
      ])
    #expect(x.subscriptions == [Subscription(200, 590)])
    #expect(y.subscriptions == [Subscription(200, 400)])
  }

  @Test func withLatestFromTakesNilForAValue() {
    let scheduler = TestScheduler()
    let source = scheduler.hot("-1|")
    let events = scheduler.record { source.withLatestFrom(Observable<Int?>.just(nil)) }
    #expect(events == [.next(10, nil), .completed(20)])
  }

  @Test func ofManyTypesAsATuple() {
    let result = Observable.combineLatest(
      Observable.just(1), Observable.just("a"), Observable.just(true))
    var row: (Int, String, Bool)?
    _ = result.subscribe(onNext: { row = $0 })
    #expect(row?.0 == 1 && row?.1 == "a" && row?.2 == true)
    _ = Observable.zip(Observable.just(2), Observable.just("b")).subscribe(onNext: {
      row = ($0, $1, false)
    })
    #expect(row?.0 == 2 && row?.1 == "b")
  }

  @Test func combineLatestCompletesWhenNoRowCanForm() {
    let scheduler = TestScheduler()
    let (a, b) = (scheduler.hot("--|"), scheduler.hot("----1--2|"))
    let events = scheduler.record { Observable.combineLatest(a, b) { $0 + $1 } }
    #expect(events == marbles("----|"))
  }

  @Test func zipOfTwoWaitsForAllToComplete() {
    let scheduler = TestScheduler()
    let (a, b) = (scheduler.hot("--|"), scheduler.hot("----1--2|"))
    #expect(scheduler.record { Observable.zip(a, b) { $0 + $1 } } == marbles("--------|"))
  }

  @Test func zipOfACollectionCompletesWhenNoRowCanForm() {
    let scheduler = TestScheduler()
    let (a, b) = (scheduler.hot("--|"), scheduler.hot("----1--2|"))
    let events = scheduler.record { Observable.zip([a, b]) { $0.reduce(0, +) } }
    #expect(events == marbles("----|"))
  }

  @Test func combiningNothingCompletesAtOnce() {
    let scheduler = TestScheduler()
    let latest = scheduler.record { Observable.combineLatest([Observable<Int>]()) }
    #expect(latest == [.next(0, []), .completed(0)])
    let zipped = TestScheduler().record { Observable.zip([Observable<Int>]()) }
    #expect(zipped == [.completed(0)])
    #expect(TestScheduler().record { Observable<Int>.merge([]) } == [.completed(0)])
  }

  @Test func zipKeepsTheOrderOfRequestsWhateverTheOrderOfTheirReplies() {
    let scheduler = TestScheduler()
    let replies = [30, 10, 20].enumerated().map { index, latency in
      Observable<Int>.timer(.milliseconds(latency), scheduler: scheduler).map { _ in index }
    }
    let events = scheduler.record { Observable.zip(replies) }
    #expect(events == [.next(30, [0, 1, 2]), .completed(30)])
  }

  @Test func mergeSendsWhatComes() {
    let scheduler = TestScheduler()
    let (a, b) = (scheduler.hot("-1----2-|"), scheduler.hot("---3-4----|"))
    #expect(
      scheduler.record { Observable.merge(a.asObservable(), b.asObservable()) }
        == marbles("-1-3-42---|"))
  }

  @Test func mergeEndsWithTheFirstError() {
    let scheduler = TestScheduler()
    let (a, b) = (scheduler.hot("-1-#"), scheduler.hot("-----3"))
    let events = scheduler.record { Observable.merge(a.asObservable(), b.asObservable()) }
    #expect(events == marbles("-1-#"))
    #expect(b.subscriptions == [Subscription(0, 30)])
  }

  @Test func concatSubscribesOneAfterTheOther() {
    let scheduler = TestScheduler()
    let (a, b) = (scheduler.cold("-1-2|"), scheduler.cold("-3|"))
    #expect(scheduler.record { a.concat(b) } == marbles("-1-2-3|"))
    #expect(b.subscriptions == [Subscription(40, 60)])
  }

  @Test func concatOfManyDoesNotDeepenTheStack() {
    var count = 0
    _ = Observable.concat((0..<100_000).lazy.map { Observable.just($0) })
      .subscribe(onNext: { _ in count += 1 })
    #expect(count == 100_000)
  }

  @Test func ambTakesTheFirstToSpeak() {
    let scheduler = TestScheduler()
    let (a, b) = (scheduler.hot("---1-2|"), scheduler.hot("-3-4-|"))
    #expect(scheduler.record { a.amb(b) } == marbles("-3-4-|"))
    #expect(a.subscriptions == [Subscription(0, 10)])
  }

  /// Both are offered, and the source is subscribed, though the first is enough.
  @Test func startWithOffersAllAndSubscribes() {
    let scheduler = TestScheduler()
    let source = scheduler.hot("-1")
    let events = scheduler.record { source.startWith(8, 9).take(1) }
    #expect(events == marbles("(8|)"))
    #expect(source.subscriptions == [Subscription(0, 0)])
  }
}
