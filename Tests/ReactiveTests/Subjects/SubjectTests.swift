import Reactive
import ReactiveTesting
import Testing

struct SubjectTests {
  @Test func publishSubjectKeepsNothing() {
    let subject = PublishSubject<Int>()
    let log = Log()
    subject.onNext(1)
    #expect(!subject.hasObservers)
    log.observe(subject, "A")
    #expect(subject.hasObservers)
    subject.onNext(2)
    subject.onCompleted()
    #expect(!subject.hasObservers)
    subject.onNext(3)
    log.observe(subject, "B")
    #expect(log.lines == ["A 2", "A |", "B |"])
  }

  @Test func laterSubscribersReceiveTheError() {
    let subject = PublishSubject<Int>()
    let log = Log()
    subject.onError(TestError("net"))
    log.observe(subject, "A")
    #expect(log.lines == ["A #net"])
  }

  @Test func aDisposedSubjectFailsWhoComesLater() {
    let subject = PublishSubject<Int>()
    let log = Log()
    log.observe(subject, "A")
    subject.dispose()
    subject.onNext(1)
    log.observe(subject, "B")
    #expect(log.lines == ["B #Object `\(subject)` was already disposed."])
    #expect(subject.isDisposed)
  }

  @Test func behaviorSubjectHasACurrentValue() throws {
    let subject = BehaviorSubject(value: 0)
    let log = Log()
    log.observe(subject, "A")
    subject.onNext(1)
    #expect(try subject.value() == 1)
    log.observe(subject, "B")
    subject.onCompleted()
    log.observe(subject, "C")
    #expect(log.lines == ["A 0", "A 1", "B 1", "A |", "B |", "C |"])
    #expect(try subject.value() == 1)
  }

  /// The observer is registered, then gets the current value.
  @Test func whatIsSentDuringTheFirstValueArrives() {
    let relay = BehaviorRelay(value: 0)
    let log = Log()
    log.observe(relay, "A") { if $0 == 0 { relay.accept(1) } }
    #expect(log.lines == ["A 0", "A 1"])
  }

  @Test func theValueIsAlreadyNewWhileItIsSent() throws {
    let relay = BehaviorRelay(value: 0)
    var seen: [Int] = []
    _ = relay.subscribe(onNext: { [unowned relay] _ in seen.append(relay.value) })
    relay.accept(1)
    relay.accept(1)
    #expect(seen == [0, 1, 1])
  }

  @Test func behaviorSubjectsValueThrowsAfterAnError() {
    let subject = BehaviorSubject(value: 0)
    subject.onError(TestError())
    #expect(throws: TestError.self) { try subject.value() }
    let disposed = BehaviorSubject(value: 0)
    disposed.dispose()
    #expect(throws: RxError.disposed(object: disposed)) { try disposed.value() }
  }

  @Test(arguments: [(1, ["A 3"]), (2, ["A 2", "A 3"]), (9, ["A 1", "A 2", "A 3"])])
  func replaySubjectGivesTheLastElements(_ size: Int, _ replayed: [String]) {
    let subject = ReplaySubject<Int>.create(bufferSize: size)
    let log = Log()
    for number in 1...3 { subject.onNext(number) }
    log.observe(subject, "A")
    #expect(log.lines == replayed)
    subject.onCompleted()
    subject.onNext(4)
    log.observe(subject, "A")
    #expect(log.lines == replayed + ["A |"] + replayed + ["A |"])
  }

  @Test func whatIsSentDuringAReplayComesAfterIt() {
    let subject = ReplaySubject<Int>.createUnbounded()
    subject.onNext(1)
    subject.onNext(2)
    var elements: [Int] = []
    _ = subject.subscribe(onNext: { element in
      elements.append(element)
      if element < 3 { subject.onNext(element + 10) }
    })
    #expect(elements == [1, 2, 11, 12])
  }

  /// Observers are called in the order of their subscription; it begins before the replay.
  @Test func whoSubscribesDuringAReplayComesAfterTheOneThatGetsIt() {
    let subject = ReplaySubject<Int>.create(bufferSize: 1)
    let log = Log()
    subject.onNext(0)
    log.observe(subject, "outer") { if $0 == 0 { log.observe(subject, "inner") } }
    subject.onNext(1)
    #expect(log.lines == ["outer 0", "inner 0", "outer 1", "inner 1"])
  }

  @Test func anElementOfARepeatedReplayComesOnce() {
    let relay = ReplayRelay<Int>.create(bufferSize: 1)
    let log = Log()
    relay.accept(1)
    log.observe(relay.flatMapFirst { _ in relay.take(2) }, "first")
    relay.accept(2)
    relay.accept(3)
    // 1 opens the inner sequence, which takes 1 and 2; so 3 opens the next one, which takes it.
    #expect(log.lines == ["first 1", "first 2", "first 3"])
  }

  @Test func relaysOfEveryKind() {
    let (publish, behavior) = (PublishRelay<Int>(), BehaviorRelay(value: 0))
    let replay = ReplayRelay<Int>.create(bufferSize: 1)
    let log = Log()
    for number in 1...2 {
      publish.accept(number)
      behavior.accept(number)
      replay.accept(number)
    }
    log.observe(publish, "P")
    log.observe(behavior, "B")
    log.observe(replay, "R")
    publish.accept(3)
    #expect(log.lines == ["B 2", "R 2", "P 3"])
  }

  @Test func reentrantSendingIsDepthFirst() {
    let relay = PublishRelay<Int>()
    let log = Log()
    log.observe(relay, "A") { if $0 == 1 { relay.accept(2) } }
    log.observe(relay, "B")
    relay.accept(1)
    #expect(log.lines == ["A 1", "A 2", "B 2", "B 1"])
  }

  @Test func theDispatchListIsCopied() {
    let relay = PublishRelay<Int>()
    let b = SerialDisposable()
    let log = Log()
    log.observe(relay, "A") { number in
      b.dispose()
      if number == 1 { log.observe(relay, "C") }
    }
    b.disposable = log.observe(relay, "B")
    relay.accept(1)
    relay.accept(2)
    #expect(log.lines == ["A 1", "B 1", "A 2", "C 2"])
  }

  /// Behind an operator nothing arrives after the disposal.
  @Test func whoIsUnsubscribedBehindAnOperatorGetsNothingMore() {
    let relay = PublishRelay<Int>()
    let b = SerialDisposable()
    let log = Log()
    log.observe(relay, "A") { _ in b.dispose() }
    b.disposable = log.observe(relay.map { $0 }, "B")
    relay.accept(1)
    #expect(log.lines == ["A 1"])
  }

  /// All later observers see the inner event before the outer one, through `share` too.
  @Test func laterObserversSeeTheInnerEventFirst() {
    let relay = BehaviorRelay(value: 0)
    let log = Log()
    let shared = relay.share()
    log.observe(shared, "A") { if $0 == 1 { relay.accept(2) } }
    for name in ["B", "C"] { log.observe(shared, name) }
    relay.accept(1)
    #expect(log.lines == ["A 0", "A 1", "A 2", "B 2", "C 2", "B 1", "C 1"])
    #expect(relay.value == 2)
  }

  /// RxSwift's bag of observers reuses the slot of one that has left; here the order is plain.
  @Test func observersAreCalledInTheOrderOfTheirSubscription() {
    let relay = PublishRelay<Int>()
    let log = Log()
    let a = log.observe(relay, "A")
    log.observe(relay, "B")
    a.dispose()
    log.observe(relay, "C")
    relay.accept(1)
    #expect(log.lines == ["B 1", "C 1"])
  }

  @Test func anObserverForwardsExactlyWhatItIsGiven() {
    var events: [Event<Int>] = []
    let observer = AnyObserver<Int> { events.append($0) }
    observer.onCompleted()
    observer.onNext(1)
    #expect(events == [.completed, .next(1)])
    let texts = observer.mapObserver { (text: String) in
      guard let number = Int(text) else { throw TestError(text) }
      return number
    }
    texts.onNext("2")
    texts.onNext("x")
    #expect(events.suffix(2) == [.next(2), .error(TestError("x"))])
  }
}

/// What observers got, in one list.
final class Log {
  private(set) var lines: [String] = []

  nonisolated init() {}

  @discardableResult
  func observe<Source: ObservableConvertibleType>(
    _ source: Source, _ name: String, _ onNext: @escaping (Source.Element) -> Void = { _ in }
  ) -> any Disposable {
    source.asObservable().subscribe(
      onNext: {
        self.lines.append("\(name) \($0)")
        onNext($0)
      },
      onError: { self.lines.append("\(name) #\($0)") },
      onCompleted: { self.lines.append("\(name) |") })
  }

  func add(_ line: String) { lines.append(line) }
}
