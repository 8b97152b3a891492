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

  @Test(arguments: [("---|", "#noElements"), ("-1-|", "1"), ("-1-2|", "#moreThanOneElement")])
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

  @Test func anActionTakesASingle() {
    let action = Action<Int, Int> { Single.just($0 + 1) }
    log.observe(action.elements, "elements")
    action.inputs.onNext(1)
    #expect(log.lines == ["elements 2"])
  }
}
