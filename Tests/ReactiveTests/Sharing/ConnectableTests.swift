import Reactive
import ReactiveTesting
import Testing

/// What is shared through a subject of its own starts again with each connection.
struct ConnectableTests {
  private let log = Log()
  private var starts = Counter()

  private final class Counter { var count = 0 }

  /// Sends the number of the subscription, and ends.
  private func counting(failures: Int = 0) -> Observable<Int> {
    .deferred { [starts] in
      starts.count += 1
      return starts.count <= failures ? .error(TestError()) : .just(starts.count)
    }
  }

  private static let connections: [(String, (Observable<Int>) -> ConnectableObservable<Int>)] = [
    ("publish", { $0.publish() }), ("replay", { $0.replay(1) }),
    ("multicast", { $0.multicast(makeSubject: { PublishSubject() }) }),
  ]

  @Test(arguments: 0..<3)
  func refCountStartsAgainAfterTheEnd(_ index: Int) {
    let (_, connect) = Self.connections[index]
    let shared = connect(counting()).refCount()
    for name in ["A", "B", "C"] { log.observe(shared, name) }
    #expect(log.lines == ["A 1", "A |", "B 2", "B |", "C 3", "C |"])
    #expect(starts.count == 3)
  }

  @Test(arguments: 0..<3)
  func aFailureIsRetried(_ index: Int) {
    let (_, connect) = Self.connections[index]
    log.observe(connect(counting(failures: 2)).refCount().retry(5), "S")
    #expect(log.lines == ["S 3", "S |"])
    #expect(starts.count == 3)
  }

  @Test func nothingIsKeptWhenTheLastHasGone() {
    let subject = PublishSubject<Int>()
    let shared = subject.replay(1).refCount()
    let a = log.observe(shared, "A")
    subject.onNext(1)
    log.observe(shared, "B").dispose()
    a.dispose()
    #expect(!subject.hasObservers)
    log.observe(shared, "C")
    subject.onNext(2)
    #expect(log.lines == ["A 1", "B 1", "C 2"])
  }

  @Test func connectStartsAgainAfterTheEnd() {
    let source = counting().publish()
    log.observe(source, "A")
    _ = source.connect()
    log.observe(source, "B")
    #expect(log.lines == ["A 1", "A |"])
    _ = source.connect()
    #expect(log.lines == ["A 1", "A |", "B 2", "B |"])
    #expect(starts.count == 2)
  }

  @Test func thereIsOneConnectionAtATime() {
    let subject = PublishSubject<Int>()
    let source = subject.replay(2)
    let (first, second) = (source.connect(), source.connect())
    log.observe(source, "A")
    subject.onNext(1)
    second.dispose()
    #expect(!subject.hasObservers)
    // A subscriber of the subject of that connection receives nothing of the next one.
    let third = source.connect()
    first.dispose()
    log.observe(source, "B")
    subject.onNext(2)
    third.dispose()
    #expect(log.lines == ["A 1", "B 2"])
  }

  @Test func aGivenSubjectStaysTheSame() {
    let source = counting().multicast(PublishSubject())
    log.observe(source, "A")
    _ = source.connect()
    log.observe(source, "B")
    _ = source.connect()
    #expect(log.lines == ["A 1", "A |", "B |"])
  }

  /// RxSwift's order: the source is released, then the end is sent; so what subscribes inside that
  /// has a new connection.
  @Test(arguments: [0, 1, 2])
  func whoSubscribesInsideTheEndHasAConnectionOfItsOwn(_ replay: Int) {
    let subjects = [PublishSubject<Int>(), PublishSubject<Int>()]
    let source = Observable<Int>.deferred { [starts, log] in
      defer { starts.count += 1 }
      let number = starts.count
      return subjects[number].do(onDispose: { log.add("disposed \(number)") })
    }
    // From two elements on, `share` is the same.
    let shared =
      switch replay {
      case 0: source.publish().refCount()
      case 1: source.replay(1).refCount()
      default: source.share(replay: replay)
      }
    log.observe(shared.concat(shared.take(1)), "S")
    subjects[0].onNext(1)
    subjects[0].onCompleted()
    subjects[1].onNext(2)
    #expect(log.lines == ["S 1", "disposed 0", "S 2", "S |", "disposed 1"])
  }

  @Test func itStartsWhenItIsConnected() {
    let scheduler = TestScheduler()
    let source = scheduler.cold("-1-2-3-4|")
    let connectable = source.publish()
    let observer = scheduler.createObserver(Int.self)
    _ = connectable.subscribe(observer)
    var connection: (any Disposable)?
    scheduler.schedule(at: 100) { connection = connectable.connect() }
    scheduler.schedule(at: 105) { _ = connectable.connect() }
    scheduler.schedule(at: 135) { connection?.dispose() }
    scheduler.start()
    #expect(observer.events == [.next(110, 1), .next(130, 2)])
    #expect(source.subscriptions == [Subscription(100, 135)])
  }
}

/// What is written down of it as in RxSwift.
struct ConnectableNamesTests {
  private let log = Log()

  @Test func itIsAnObservable() {
    let state: Observable<Int> = Observable.just(1).replay(1)
    log.observe(state, "S")
    _ = (state as? ConnectableObservable<Int>)?.connect()
    #expect(log.lines == ["S 1", "S |"])
  }

  /// A connectable sequence of one's own has `refCount`, too.
  @Test func refCountOfAnother() {
    let source = Twice(Observable.of(1, 2).publish())
    log.observe(source.refCount(), "S")
    #expect(log.lines == ["S 1", "S 1", "S 2", "S 2", "S |"])
    #expect(source.connections == 1)
  }

  private final class Twice: ConnectableObservableType {
    typealias Element = Int
    private let source: ConnectableObservable<Int>
    private(set) var connections = 0

    init(_ source: ConnectableObservable<Int>) { self.source = source }

    func connect() -> any Disposable {
      connections += 1
      return source.connect()
    }

    func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable
    where Observer.Element == Int { source.concatMap { Observable.of($0, $0) }.subscribe(observer) }
  }

  /// The subject's elements may be others than those that it takes.
  @Test func multicastThroughASubjectOfAnotherKind() {
    let source = PublishSubject<Int>()
    let texts: ConnectableObservable<String> = source.multicast(Texts())
    log.observe(texts, "S")
    _ = texts.connect()
    source.onNext(7)
    source.onCompleted()
    #expect(log.lines == ["S number 7", "S |"])
  }

  private struct Texts: SubjectType {
    typealias Element = String
    private let subject = PublishSubject<String>()

    func asObserver() -> AnyObserver<Int> { subject.mapObserver { "number \($0)" } }

    func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable
    where Observer.Element == String { subject.subscribe(observer) }
  }
}
