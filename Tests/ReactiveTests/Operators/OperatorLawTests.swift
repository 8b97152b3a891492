import Reactive
import ReactiveTesting
import Testing

/// What holds for every operator.
struct OperatorLawTests {
  @Test func disposalStopsEventsAndLetsTheSourceGo() {
    for operation in operatorCases {
      let scheduler = TestScheduler()
      let source = scheduler.createHotObservable((1...9).map { Recorded.next($0 * 10, $0) })
      let events = scheduler.record(until: 45) {
        operation.apply(source.asObservable(), scheduler)
      }
      #expect(events.allSatisfy { $0.time <= 45 && $0.value.element != nil }, "\(operation)")
      #expect(source.subscriptions == [Subscription(0, 45)], "\(operation)")
      #expect(scheduler.isIdle, "\(operation)")
    }
  }

  @Test func anErrorEndsIt() {
    for operation in operatorCases {
      let scheduler = TestScheduler()
      let source = scheduler.hot("-1--2#")
      let events = scheduler.record(until: 200) {
        operation.apply(source.asObservable(), scheduler)
      }
      if operation.passesErrors { #expect(events.last == .error(50), "\(operation)") }
      #expect(events.dropLast().allSatisfy { !$0.value.isStopEvent }, "\(operation)")
      #expect(source.subscriptions.first == Subscription(0, 50), "\(operation)")
    }
  }

  @Test func nothingFollowsTheEnd() {
    for operation in operatorCases {
      let scheduler = TestScheduler()
      let source = RudeSource()
      let events = scheduler.record(until: 200) {
        operation.apply(source.asObservable(), scheduler)
      }
      #expect(events.dropLast().allSatisfy { !$0.value.isStopEvent }, "\(operation)")
    }
  }

  @Test func everySubscriptionStartsAfresh() {
    for operation in operatorCases {
      let scheduler = TestScheduler()
      let source = scheduler.cold("-1-2-3--|")
      let sequence = operation.apply(source.asObservable(), scheduler)
      guard !operation.description.contains("forever") else { continue }
      let first = scheduler.start(created: 0, subscribed: 0, disposed: 500) { sequence }
      let second = scheduler.start(created: 500, subscribed: 500, disposed: 1_000) { sequence }
      #expect(
        first.events.map { Recorded(time: $0.time + 500, value: $0.value) } == second.events,
        "\(operation)")
    }
  }

  @Test func aDisposedChainIsReleased() {
    for operation in operatorCases {
      let scheduler = TestScheduler()
      let relay = PublishRelay<Int>()
      weak var observer: Token?
      weak var closure: Token?
      do {
        let tokens = (Token(), Token())
        (observer, closure) = tokens
        let bag = DisposeBag()
        let source = relay.map { [token = tokens.0] in token.pass($0) }
        operation.apply(source, scheduler)
          .subscribe(onNext: { [token = tokens.1] in _ = token.pass($0) }, onError: { _ in })
          .disposed(by: bag)
        relay.accept(1)
        #expect(closure != nil, "\(operation)")
      }
      scheduler.start()
      #expect(observer == nil, "\(operation)")
      #expect(closure == nil, "\(operation)")
    }
  }

  @Test func aThrowingClosureEndsIt() {
    for operation in throwingCases {
      let scheduler = TestScheduler()
      let source = scheduler.hot("-1-2-3|")
      let events = scheduler.record { operation.apply(source.asObservable(), scheduler) }
      #expect(events.last == .error(30, TestError("two")), "\(operation)")
      #expect(events.count <= 2, "\(operation)")
      #expect(source.subscriptions == [Subscription(0, 30)], "\(operation)")
    }
  }
}

/// Operators whose closure throws when it gets 2.
nonisolated private let throwingCases = [
  OperatorCase("map") { source, _ in source.map { try passing($0) } },
  OperatorCase("filter") { source, _ in source.filter { try passing($0) > 0 } },
  OperatorCase("compactMap") { source, _ in source.compactMap { try passing($0) } },
  OperatorCase("scan") { source, _ in source.scan(0) { try $0 + passing($1) } },
  OperatorCase("scan(into:)") { source, _ in source.scan(into: 0) { try $0 += passing($1) } },
  OperatorCase("reduce") { source, _ in source.reduce(0) { try $0 + passing($1) } },
  OperatorCase("do") { source, _ in source.do(onNext: { _ = try passing($0) }) },
  OperatorCase("distinctUntilChanged, key") { source, _ in
    source.distinctUntilChanged { try passing($0) }
  },
  OperatorCase("distinctUntilChanged, comparer") { source, _ in
    source.distinctUntilChanged { try passing($0) == passing($1) }
  },
  OperatorCase("flatMap") { source, _ in
    source.flatMap { Observable.just(try passing($0)) }
  },
  OperatorCase("flatMapFirst") { source, _ in
    source.flatMapFirst { Observable.just(try passing($0)) }
  },
  OperatorCase("flatMapLatest") { source, _ in
    source.flatMapLatest { Observable.just(try passing($0)) }
  },
  OperatorCase("concatMap") { source, _ in
    source.concatMap { Observable.just(try passing($0)) }
  },
  OperatorCase("skip(while:)") { source, _ in
    source.skip(while: { try passing($0) == 1 })
  },
  OperatorCase("take(while:)") { source, _ in source.take(while: { try passing($0) < 9 }) },
  OperatorCase("take(until:)") { source, _ in source.take(until: { try passing($0) > 9 }) },
  OperatorCase("combineLatest") { source, _ in
    .combineLatest(source, Observable.just(0)) { try passing($0) + $1 }
  },
  OperatorCase("zip") { source, _ in
    .zip(source, Observable.of(0, 0)) { try passing($0) + $1 }
  },
  OperatorCase("withLatestFrom") { source, _ in
    source.withLatestFrom(Observable.just(0)) { try passing($0) + $1 }
  },
]

private func passing(_ number: Int) throws -> Int {
  if number == 2 { throw TestError("two") }
  return number
}

private final class Token {
  nonisolated init() {}

  func pass(_ number: Int) -> Int { number }
}

/// Continues to send after its end, and ignores its disposal.
private final class RudeSource: ObservableType {
  typealias Element = Int

  func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable
  where Observer.Element == Int {
    observer.onNext(1)
    observer.onCompleted()
    observer.onNext(2)
    observer.onError(TestError())
    observer.onCompleted()
    return Disposables.create()
  }
}
