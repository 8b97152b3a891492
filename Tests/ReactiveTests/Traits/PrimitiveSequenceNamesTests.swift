@_spi(Host) import Reactive
import ReactiveTesting
import Testing

/// How a single, a maybe or a completable ends, with the virtual milliseconds at which that is.
nonisolated private struct EndCase: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let expected: String
  let make: @MainActor (TestScheduler) -> Observable<String>

  init<Trait, Element>(
    _ name: String, _ expected: String,
    _ make: @escaping @MainActor (TestScheduler) -> PrimitiveSequence<Trait, Element>
  ) {
    testDescription = name
    self.expected = expected
    self.make = { scheduler in make(scheduler).asObservable().map { "\($0)" } }
  }
}

nonisolated private let failure = TestError("net")

nonisolated private let singleCases = [
  EndCase("just", "1@0 |@0") { _ in Single.just(1) },
  EndCase("just, scheduler", "1@0 |@0") { Single.just(1, scheduler: $0) },
  EndCase("error", "#net@0") { _ in Single<Int>.error(failure) },
  EndCase("never", "") { _ in Single<Int>.never() },
  EndCase("deferred", "1@0 |@0") { _ in .deferred { Single.just(1) } },
  EndCase("timer", "0@20 |@20") { Single<Int>.timer(.milliseconds(20), scheduler: $0) },
  EndCase("delay", "1@20 |@20") { Single.just(1).delay(.milliseconds(20), scheduler: $0) },
  EndCase("delaySubscription", "#net@20") {
    Single<Int>.error(failure).delaySubscription(.milliseconds(20), scheduler: $0)
  },
  EndCase("timeout", "#net@20") { clock in
    Single<Int>.never().timeout(.milliseconds(20), scheduler: clock)
      .catch { _ in .error(failure) }
  },
  EndCase("timeout, other", "9@20 |@20") { clock in
    Single.never().timeout(.milliseconds(20), other: .just(9), scheduler: clock)
  },
  EndCase("using", "1@0 |@0") { _ in
    Single.using({ BooleanDisposable() }, primitiveSequenceFactory: { _ in .just(1) })
  },
  EndCase("map", "2@0 |@0") { _ in Single.just(1).map { $0 + 1 } },
  EndCase("flatMap", "2@0 |@0") { _ in Single.just(1).flatMap { .just($0 + 1) } },
  EndCase("flatMapMaybe", "|@0") { _ in Single.just(1).flatMapMaybe { _ in Maybe<Int>.empty() } },
  EndCase("flatMapCompletable", "#net@0") { _ in
    Single.just(1).flatMapCompletable { _ in .error(failure) }
  },
  EndCase("filter", "|@0") { _ in Single.just(1).filter { $0 > 1 } },
  EndCase("compactMap", "|@0") { _ in Single.just("x").compactMap { Int($0) } },
  EndCase("asMaybe", "1@0 |@0") { _ in Single.just(1).asMaybe() },
  EndCase("asCompletable", "|@0") { _ in Single.just(1).asCompletable() },
  EndCase("catch", "2@0 |@0") { _ in Single<Int>.error(failure).catch { _ in .just(2) } },
  EndCase("catchAndReturn", "2@0 |@0") { _ in Single<Int>.error(failure).catchAndReturn(2) },
  EndCase("retry", "3@0 |@0") { _ in failing(times: 2).retry(3) },
  EndCase("retry, not often enough", "#net@0") { _ in failing(times: 2).retry(2) },
  EndCase("retry(when:)", "3@40 |@40") { clock in
    failing(times: 2).retry(when: { $0.delay(.milliseconds(20), scheduler: clock) })
  },
  EndCase("retry(when:), typed", "3@40 |@40") { clock in
    failing(times: 2).retry(when: { (errors: Observable<TestError>) in
      errors.delay(.milliseconds(20), scheduler: clock)
    })
  },
  EndCase("retry(when:), another type", "#net@0") { _ in
    failing(times: 2).retry(when: { (errors: Observable<RxError>) in errors })
  },
  EndCase("observe(on:)", "1@0 |@0") { Single.just(1).observe(on: $0) },
  EndCase("subscribe(on:)", "1@0 |@0") { Single.just(1).subscribe(on: $0) },
  EndCase("debug", "1@0 |@0") { _ in
    DebugOutput.$write.withValue({ _ in }) { Single.just(1).debug() }
  },
  EndCase("zip, closure", "3@0 |@0") { _ in Single.zip(Single.just(1), Single.just(2)) { $0 + $1 }
  },
  EndCase("zip, array", "[1, 2]@0 |@0") { _ in Single.zip([.just(1), .just(2)]) },
  EndCase("zip, array and closure", "3@0 |@0") { _ in
    Single.zip([.just(1), .just(2)]) { $0.reduce(0, +) }
  },
  EndCase("zip of none", "[]@0 |@0") { _ in Single.zip([Single<Int>]()) },
  EndCase("zip of none, closure that throws", "#net@0") { _ in
    Single.zip([Single<Int>]()) { _ -> Int in throw failure }
  },
]

nonisolated private let maybeCases = [
  EndCase("just, scheduler", "1@0 |@0") { Maybe.just(1, scheduler: $0) },
  EndCase("empty", "|@0") { _ in Maybe<Int>.empty() },
  EndCase("timer", "0@20 |@20") { Maybe<Int>.timer(.milliseconds(20), scheduler: $0) },
  EndCase("delaySubscription", "|@20") {
    Maybe<Int>.empty().delaySubscription(.milliseconds(20), scheduler: $0)
  },
  EndCase("timeout, other", "|@20") { clock in
    Maybe<Int>.never().timeout(.milliseconds(20), other: .empty(), scheduler: clock)
  },
  EndCase("using", "|@0") { _ in
    Maybe<Int>.using({ BooleanDisposable() }, primitiveSequenceFactory: { _ in .empty() })
  },
  EndCase("ifEmpty, default", "9@0 |@0") { _ in Maybe.empty().ifEmpty(default: 9) },
  EndCase("ifEmpty, a maybe", "|@0") { _ in
    Maybe<Int>.empty().ifEmpty(switchTo: Maybe<Int>.empty())
  },
  EndCase("ifEmpty, a single", "9@0 |@0") { _ in Maybe.empty().ifEmpty(switchTo: Single.just(9)) },
  EndCase("asSingle", "1@0 |@0") { _ in Maybe.just(1).asSingle() },
  EndCase("zip, closure", "3@0 |@0") { _ in Maybe.zip(Maybe.just(1), Maybe.just(2)) { $0 + $1 } },
  EndCase("zip with none", "|@0") { _ in Maybe.zip(Maybe.just(1), Maybe<Int>.empty()) },
]

nonisolated private let completableCases = [
  EndCase("concat", "#net@10") { clock in
    Completable.concat(work(10, clock), .error(failure), .never())
  },
  EndCase("concat, array", "|@30") { clock in
    Completable.concat([work(10, clock), work(20, clock)])
  },
  EndCase("concat, the other one", "|@30") { work(10, $0).concat(work(20, $0)) },
  EndCase("merge", "|@20") { Completable.merge(work(10, $0), work(20, $0)) },
  EndCase("merge, array", "|@20") { clock in Completable.merge([work(10, clock), work(20, clock)])
  },
  EndCase("merge, collection", "|@20") { clock in
    Completable.merge([10, 20].lazy.map { work($0, clock) })
  },
  EndCase("zip", "|@20") { Completable.zip(work(10, $0), work(20, $0)) },
  EndCase("zip, array", "|@20") { clock in Completable.zip([work(10, clock), work(20, clock)]) },
  EndCase("andThen a single", "1@10 |@10") { work(10, $0).andThen(Single.just(1)) },
  EndCase("andThen a completable", "|@30") { work(10, $0).andThen(work(20, $0)) },
  EndCase("delaySubscription", "|@30") {
    work(10, $0).delaySubscription(.milliseconds(20), scheduler: $0)
  },
  EndCase("timeout, other", "|@20") { clock in
    Completable.never().timeout(.milliseconds(20), other: .empty(), scheduler: clock)
  },
  EndCase("using", "#net@0") { _ in
    Completable.using({ BooleanDisposable() }, primitiveSequenceFactory: { _ in .error(failure) })
  },
]

private func work(_ milliseconds: Int, _ clock: TestScheduler) -> Completable {
  Single<Int>.timer(.milliseconds(milliseconds), scheduler: clock).asCompletable()
}

/// A request that fails so many times, and then gives the number of the attempt.
private func failing(times: Int) -> Single<Int> {
  var attempts = 0
  return .deferred {
    attempts += 1
    return attempts > times ? .just(attempts) : .error(failure)
  }
}

struct PrimitiveSequenceNamesTests {
  @Test(arguments: singleCases + maybeCases + completableCases)
  fileprivate func anOperator(_ operation: EndCase) {
    let scheduler = TestScheduler()
    let events = scheduler.record { operation.make(scheduler) }
    let lines = events.map { event in
      switch event.value {
      case .next(let element): "\(element)@\(event.time)"
      case .error(let error): "#\(error)@\(event.time)"
      case .completed: "|@\(event.time)"
      }
    }
    #expect(lines.joined(separator: " ") == operation.expected)
  }

  /// The resource of each subscription is disposed at its end.
  @Test func aResourceIsUsed() {
    let resource = BooleanDisposable()
    let subject = PublishSubject<Int>()
    _ = Single.using({ resource }, primitiveSequenceFactory: { _ in subject.take(1).asSingle() })
      .subscribe()
    #expect(!resource.isDisposed)
    subject.onNext(1)
    #expect(resource.isDisposed)
  }

  @Test func doReportsEverything() {
    let log = Log()
    func note(_ text: String) -> () -> Void { { log.add(text) } }
    func noteError(_ text: String) -> (any Error) -> Void { { log.add("\(text) \($0)") } }
    func noteElement(_ text: String) -> (Int) -> Void { { log.add("\(text) \($0)") } }
    for maybe in [Maybe.just(1), .error(failure)] {
      _ = maybe.do(
        onNext: noteElement("next"), afterNext: noteElement("after"), onError: noteError("error"),
        afterError: noteError("after"), onCompleted: note("completed"),
        afterCompleted: note("after completed"), onSubscribe: note("subscribe"),
        onSubscribed: note("subscribed"), onDispose: note("disposed")
      ).subscribe(onSuccess: { _ in }, onError: { _ in })
    }
    #expect(
      log.lines.filter { !["subscribed", "disposed"].contains($0) } == [
        "subscribe", "next 1", "after 1", "completed", "after completed", "subscribe",
        "error net", "after net",
      ])
    for work in [Completable.empty(), .error(failure)] {
      _ = work.do(
        onError: noteError("error"), afterError: noteError("after"),
        onCompleted: note("completed"), afterCompleted: note("after completed"),
        onSubscribe: note("begin"), onSubscribed: note("subscribed"),
        onDispose: note("disposed")
      ).subscribe(onError: { _ in })
    }
    #expect(
      log.lines.filter { !["subscribed", "disposed"].contains($0) }.dropFirst(8) == [
        "begin", "completed", "after completed", "begin", "error net", "after net",
      ])
    _ = Single.just(1).do(
      onSuccess: noteElement("success"), afterSuccess: noteElement("after"),
      onError: noteError("error"), afterError: noteError("after"), onSubscribe: note("begin"),
      onSubscribed: note("subscribed"), onDispose: note("disposed")
    ).subscribe()
    #expect(
      log.lines.filter { !["subscribed", "disposed"].contains($0) }.suffix(3) == [
        "begin", "success 1", "after 1",
      ])
    #expect(log.lines.count { $0 == "subscribed" } == 5)
    #expect(log.lines.count { $0 == "disposed" } == 5)
  }

  @Test func valuesAreAwaited() async throws {
    #expect(try await Maybe.just(1).value == 1)
    #expect(try await Maybe<Int>.empty().value == nil)
    await #expect(throws: failure) { try await Maybe<Int>.error(failure).value }
    try await Completable.empty().value
    await #expect(throws: failure) { try await Completable.error(failure).value }
  }

  /// A cancelled wait is reported as such, and disposes the subscription.
  @Test func aCancelledWait() async {
    let subject = PublishSubject<Int>()
    let waits = [
      Task.immediate { _ = try await subject.asSingle().value },
      Task.immediate { _ = try await subject.asMaybe().value },
      Task.immediate { try await subject.ignoreElements().asCompletable().value },
    ]
    #expect(subject.hasObservers)
    for wait in waits { wait.cancel() }
    for wait in waits {
      await #expect(throws: CancellationError.self) { try await wait.value }
    }
    #expect(!subject.hasObservers)
  }

  @Test func anAsynchronousClosureIsASingle() async throws {
    var runs = 0
    let single = Single<Int>.create {
      runs += 1
      await Task.yield()
      return runs
    }
    #expect(runs == 0)
    #expect(try await single.value == 1)
    #expect(try await single.value == 2)
    await #expect(throws: failure) {
      try await Single<Int>.create { throw failure }.value
    }
    #expect(try await Single.create(detached: true, priority: .high) { 5 }.value == 5)
  }
}
