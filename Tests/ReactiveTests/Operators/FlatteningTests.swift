import Reactive
import ReactiveTesting
import Testing

struct FlatteningTests {
  /// An outer sequence of three, and their inner sequences, of which the second has that end.
  private func outer(_ scheduler: TestScheduler, second end: Event<Int>) -> (
    TestableObservable<Int>, [TestableObservable<Int>]
  ) {
    let inners: [[Recorded<Event<Int>>]] = [
      [.next(10, 101), .next(20, 102), .next(110, 103), .next(120, 104), .completed(150)],
      [
        .next(10, 201), .next(20, 202), .next(30, 203), .next(40, 204),
        Recorded(time: 50, value: end),
      ],
      [.next(10, 301), .next(20, 302), .next(30, 303), .next(40, 304), .completed(150)],
    ]
    let outer = scheduler.createHotObservable([
      .next(300, 0), .next(400, 1), .next(500, 2), .completed(600),
    ])
    return (outer, inners.map { scheduler.createColdObservable($0) })
  }

  @Test func flatMapLatest() {
    let scheduler = TestScheduler()
    let (outer, inners) = outer(scheduler, second: .completed)
    let result = scheduler.start { outer.flatMapLatest { inners[$0] } }
    #expect(
      result.events == [
        .next(310, 101), .next(320, 102), .next(410, 201), .next(420, 202), .next(430, 203),
        .next(440, 204), .next(510, 301), .next(520, 302), .next(530, 303), .next(540, 304),
        .completed(650),
      ])
    #expect(
      inners.map(\.subscriptions) == [
        [Subscription(300, 400)], [Subscription(400, 450)], [Subscription(500, 650)],
      ])
  }

  @Test func flatMapLatestEndsWithAnInnerError() {
    let scheduler = TestScheduler()
    let (outer, inners) = outer(scheduler, second: .error(TestError()))
    let result = scheduler.start { outer.flatMapLatest { inners[$0] } }
    #expect(
      result.events == [
        .next(310, 101), .next(320, 102), .next(410, 201), .next(420, 202), .next(430, 203),
        .next(440, 204), .error(450),
      ])
    #expect(inners[2].subscriptions == [])
  }

  /// Each inner sequence sends 0 at +100, and 1 and its end at +300.
  private func probe(
    _ flatten:
      @escaping (TestableObservable<String>, @escaping (String) -> Observable<String>) ->
      Observable<String>
  ) -> [Recorded<Event<String>>] {
    let scheduler = TestScheduler()
    let outer = scheduler.createHotObservable([.next(0, "a"), .next(200, "b"), .completed(250)])
    let inner = scheduler.createColdObservable([
      .next(100, 0), .next(300, 1), .completed(300),
    ])
    return scheduler.record { flatten(outer) { name in inner.map { "\(name)\($0)" } } }
  }

  @Test func flatMapRunsAll() {
    #expect(
      probe { $0.flatMap($1) } == [
        .next(100, "a0"), .next(300, "a1"), .next(300, "b0"), .next(500, "b1"), .completed(500),
      ])
  }

  @Test func concatMapRunsOneAfterTheOther() {
    #expect(
      probe { $0.concatMap($1) } == [
        .next(100, "a0"), .next(300, "a1"), .next(400, "b0"), .next(600, "b1"), .completed(600),
      ])
  }

  @Test func flatMapFirstIgnoresWhatComesMeanwhile() {
    #expect(
      probe { $0.flatMapFirst($1) } == [.next(100, "a0"), .next(300, "a1"), .completed(300)])
  }

  @Test func flatMapLatestRunsTheNewest() {
    #expect(
      probe { $0.flatMapLatest($1) } == [
        .next(100, "a0"), .next(300, "b0"), .next(500, "b1"), .completed(500),
      ])
  }

  @Test func theClosureIsCalledWhenTheRuleSays() {
    func calls(
      _ flatten: (Observable<Int>, @escaping (Int) -> Observable<Int>) -> Observable<Int>
    ) -> [Int] {
      var calls: [Int] = []
      let source = PublishSubject<Int>()
      let subscription = flatten(source) { number in
        calls.append(number)
        return .never()
      }.subscribe()
      for number in 1...3 { source.onNext(number) }
      subscription.dispose()
      return calls
    }
    #expect(calls { $0.flatMap($1) } == [1, 2, 3])
    #expect(calls { $0.flatMapLatest($1) } == [1, 2, 3])
    #expect(calls { $0.concatMap($1) } == [1, 2, 3])
    #expect(calls { $0.flatMapFirst($1) } == [1])
  }

  @Test func flatMapLatestCallsThenDisposesThenSubscribes() {
    var log: [String] = []
    let source = PublishSubject<Int>()
    let subscription = source.flatMapLatest { number in
      log.append("select \(number)")
      return Observable<Int>.create { _ in
        log.append("subscribe \(number)")
        return Disposables.create { log.append("dispose \(number)") }
      }
    }.subscribe()
    source.onNext(1)
    source.onNext(2)
    subscription.dispose()
    #expect(
      log == ["select 1", "subscribe 1", "select 2", "dispose 1", "subscribe 2", "dispose 2"])
  }

  /// Attached directly to a subject, the old inner sequence still gets the event in flight.
  @Test func flatMapLatestIgnoresAnOldInnerSequenceThatStillSends() {
    let (outer, inner) = (PublishSubject<Observable<Int>>(), PublishSubject<Int>())
    var elements: [Int] = []
    _ = inner.subscribe(onNext: { if $0 == 2 { outer.onNext(.just(10)) } })
    _ = outer.flatMapLatest { $0 }.subscribe(onNext: { elements.append($0) })
    outer.onNext(inner)
    for number in 1...3 { inner.onNext(number) }
    #expect(elements == [1, 10])
  }

  @Test func mergeWithALimit() {
    let scheduler = TestScheduler()
    let outer = scheduler.hot("123|")
    let inner = scheduler.cold("--0--1|")
    let events = scheduler.record {
      outer.map { number in inner.map { $0 + 10 * number } }.merge(maxConcurrent: 2)
    }
    #expect(
      events == [
        .next(20, 10), .next(30, 20), .next(50, 11), .next(60, 21), .next(80, 30), .next(110, 31),
        .completed(120),
      ])
    #expect(
      inner.subscriptions == [Subscription(0, 60), Subscription(10, 70), Subscription(60, 120)])
  }

  @Test func concatMapOfManyDoesNotDeepenTheStack() {
    var count = 0
    _ = Observable.from(0..<20_000).concatMap { Observable.just($0) }
      .subscribe(onNext: { _ in count += 1 })
    #expect(count == 20_000)
  }
}
