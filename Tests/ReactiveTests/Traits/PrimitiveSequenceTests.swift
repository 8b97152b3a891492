import Reactive
import ReactiveTesting
import Testing

struct PrimitiveSequenceTests {
  private let log = Log()

  private func observe<Element>(_ single: Single<Element>, _ name: String) -> any Disposable {
    single.subscribe(
      onSuccess: { [log] in log.add("\(name) \($0)") },
      onFailure: { [log] in log.add("\(name) #\($0)") })
  }

  @Test func aSingleIsARequestAndItsReply() {
    let request = Single<Int>.create { single in
      single(.success(1))
      single(.success(2))
      return Disposables.create { [log] in log.add("disposed") }
    }
    _ = observe(request, "A")
    _ = observe(request.map { $0 + 1 }.flatMap { .just($0 * 2) }, "B")
    #expect(log.lines == ["A 1", "disposed", "B 4", "disposed"])
  }

  @Test func aSingleFails() {
    let failing = Single<Int>.error(TestError("net"))
    _ = observe(failing, "A")
    _ = observe(failing.catchAndReturn(7), "B")
    _ = observe(failing.catch { _ in .just(8) }, "C")
    _ = observe(Single.just(1).map { _ -> Int in throw TestError("map") }, "D")
    #expect(log.lines == ["A #net", "B 7", "C 8", "D #map"])
  }

  @Test func singlesAreZipped() {
    _ = observe(Single.zip(.just(1), .just("a")) { "\($0)\($1)" }, "A")
    #expect(log.lines == ["A 1a"])
  }

  @Test(arguments: [
    ("---|", "#Sequence doesn't contain any elements."), ("-1-|", "1"),
    ("-1-2|", "#Sequence contains more than one element."),
  ])
  func aSequenceOfOneElementIsASingle(_ drawing: String, _ expected: String) {
    let scheduler = TestScheduler()
    let source = scheduler.hot(drawing)
    _ = observe(source.asSingle(), "A")
    scheduler.start()
    #expect(log.lines == ["A \(expected)"])
  }

  @Test func aSingleIsAwaited() async throws {
    #expect(try await Single.just(1).value == 1)
    await #expect(throws: TestError("net")) { try await Single<Int>.error(TestError("net")).value }
  }

  @Test func aMaybeMayHaveNone() {
    for (name, maybe) in [
      ("some", Maybe.just(1)), ("none", .empty()),
      (
        "made",
        .create {
          $0(.completed); return Disposables.create()
        }
      ),
    ] {
      _ = maybe.map { $0 + 1 }.subscribe(
        onSuccess: { [log] in log.add("\(name) \($0)") },
        onCompleted: { [log] in log.add("\(name) |") })
    }
    #expect(log.lines == ["some 2", "none |", "made |"])
  }

  @Test func aCompletableIsFollowed() {
    let work = Completable.create { [log] completable in
      log.add("work")
      completable(.completed)
      return Disposables.create()
    }
    _ = observe(work.andThen(work).andThen(.just(1)), "A")
    _ = Completable.error(TestError("net")).andThen(work).subscribe(
      onError: { [log] in log.add("#\($0)") })
    _ = Single.just(1).flatMapCompletable { _ in work }.subscribe(
      onCompleted: { [log] in log.add("done") })
    #expect(log.lines == ["work", "work", "A 1", "#net", "work", "done"])
  }

  /// Every way in which RxSwift's documentation subscribes them.
  @Test func theEventsOfEachKind() {
    func note(_ text: String) { log.add(text) }
    _ = Single.just(1).subscribe { event in
      if case .success(let element) = event { note("single \(element)") }
    }
    _ = Maybe<Int>.empty().subscribe { event in
      if case .completed = event { note("maybe") }
    }
    _ = Completable.error(TestError("net")).subscribe { event in
      if case .error(let error) = event { note("completable \(error)") }
    }
    _ = Completable.empty().subscribe(
      onCompleted: { note("done") }, onDisposed: { note("disposed") })
    #expect(log.lines == ["single 1", "maybe", "completable net", "done", "disposed"])
  }

  @Test func withAnObjectThatIsNotKept() {
    var object: Log? = Log()
    weak let released = object
    let subject = PublishSubject<Int>()
    if let object {
      _ = subject.take(1).asSingle().subscribe(with: object, onSuccess: { $0.add("\($1)") })
      _ = subject.asMaybe().subscribe(with: object, onCompleted: { $0.add("maybe") })
      _ = subject.ignoreElements().asCompletable()
        .subscribe(with: object, onCompleted: { $0.add("completable") })
    }
    object = nil
    #expect(released == nil)
    subject.onNext(1)
  }

  @Test func kindsBecomeOthers() {
    let none: Maybe<Int> = .empty()
    _ = observe(Single.just(1).filter { $0 > 1 }.ifEmpty(default: 9), "filter")
    _ = observe(Single.just("x").compactMap { Int($0) }.asSingle(), "compactMap")
    _ = observe(Single.just(1).flatMapMaybe { _ in none }.ifEmpty(default: 8), "flatMapMaybe")
    _ = observe(Single.just(1).asCompletable().andThen(.just(2)), "asCompletable")
    _ = observe(Single.zip([Single.just(1), .just(2)]).map { "\($0)" }, "zip")
    _ = observe(Single.zip([Single<Int>]()).map { "\($0)" }, "zip of none")
    _ = observe(Single.zip(.just(1), Single.just("a")).map { "\($0)\($1)" }, "tuple")
    _ = Completable.zip(.empty(), .empty()).subscribe(onCompleted: { [log] in log.add("both") })
    _ = Completable.concat(.empty(), .error(TestError("net")), .never())
      .subscribe(onError: { [log] in log.add("#\($0)") })
    #expect(
      log.lines == [
        "filter 9", "compactMap #Sequence doesn't contain any elements.", "flatMapMaybe 8",
        "asCompletable 2", "zip [1, 2]", "zip of none []", "tuple 1a", "both", "#net",
      ])
  }

  @Test(arguments: [
    ("---|", "|"), ("-1-|", "1"), ("-1-2|", "#Sequence contains more than one element."),
  ])
  func aSequenceOfAtMostOneElementIsAMaybe(_ drawing: String, _ expected: String) {
    let scheduler = TestScheduler()
    let source = scheduler.hot(drawing)
    _ = source.asMaybe().subscribe(
      onSuccess: { [log] in log.add("\($0)") }, onError: { [log] in log.add("#\($0)") },
      onCompleted: { [log] in log.add("|") })
    scheduler.start()
    #expect(log.lines == [expected])
  }

  @Test func anActionTakesASingle() {
    let action = Action<Int, Int> { Single.just($0 + 1) }
    log.observe(action.elements, "elements")
    action.inputs.onNext(1)
    #expect(log.lines == ["elements 2"])
  }
}
