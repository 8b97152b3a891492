import Reactive
import ReactiveTesting
import Testing

struct RetryWhenTests {
  private let log = Log()

  /// Fails so many times, then sends 7; all at once.
  private func flaky(failures: Int, _ onStart: @escaping () -> Void) -> Observable<Int> {
    var starts = 0
    return .create { observer in
      starts += 1
      onStart()
      if starts <= failures {
        observer.onError(TestError())
      } else {
        observer.onNext(7)
        observer.onCompleted()
      }
      return Disposables.create()
    }
  }

  @Test func aSynchronousTriggerRestartsASynchronousSource() {
    var starts = 0
    log.observe(flaky(failures: 2) { starts += 1 }.retry(when: { $0.map { _ in } }), "S")
    #expect(log.lines == ["S 7", "S |"])
    #expect(starts == 3)
  }

  @Test func manySynchronousFailuresDoNotDeepenTheStack() {
    var starts = 0
    log.observe(flaky(failures: 100_000) { starts += 1 }.retry(when: { $0.map { _ in } }), "S")
    #expect(log.lines == ["S 7", "S |"])
    #expect(starts == 100_001)
  }

  @Test func theTriggersErrorIsTheError() {
    var starts = 0
    let source = flaky(failures: .max) { starts += 1 }.retry(when: { errors in
      errors.enumerated().flatMap { index, error in
        index < 2 ? Observable.just(()) : .error(error)
      }
    })
    log.observe(source, "S")
    #expect(log.lines == ["S #error"])
    #expect(starts == 3)
  }

  @Test func theSameOfTraits() {
    var lines: [String] = []
    var starts = 0
    _ = flaky(failures: 1) { starts += 1 }.asSingle().retry(when: { $0.map { _ in } })
      .subscribe(onSuccess: { lines.append("\($0)") }, onFailure: { lines.append("#\($0)") })
    _ = Completable.error(TestError()).retry(when: { $0.take(2) })
      .subscribe(onCompleted: { lines.append("|") }, onError: { lines.append("#\($0)") })
    #expect(lines == ["7", "|"])
    #expect(starts == 2)
  }

  @Test func aTriggerBeforeAnyErrorMeansNothing() {
    let (tap, source) = (PublishSubject<Void>(), PublishSubject<Int>())
    var starts = 0
    log.observe(
      source.do(onSubscribe: { starts += 1 }).retry(when: { _ in tap }), "S")
    for _ in 1...2 { tap.onNext(()) }
    source.onNext(1)
    #expect(starts == 1)
    #expect(log.lines == ["S 1"])
  }

  @Test func oneTriggerBetweenAnErrorAndTheNextAttemptCounts() {
    let tap = PublishSubject<Void>()
    var attempts: [AnyObserver<Int>] = []
    let source = Observable<Int>.create { observer in
      attempts.append(observer)
      return Disposables.create()
    }
    log.observe(source.retry(when: { _ in tap }), "S")
    attempts[0].onError(TestError())
    #expect(attempts.count == 1)
    for _ in 1...3 { tap.onNext(()) }
    #expect(attempts.count == 2)
    attempts[1].onNext(2)
    attempts[1].onError(TestError())
    tap.onNext(())
    attempts[2].onNext(3)
    attempts[2].onCompleted()
    tap.onNext(())
    #expect(attempts.count == 3)
    #expect(log.lines == ["S 2", "S 3", "S |"])
  }

  @Test(arguments: [(Event<Void>.completed, "S |"), (.error(TestError("tap")), "S #tap")])
  func aTriggerThatHasEndedCountsAtTheNextError(_ end: Event<Void>, _ line: String) {
    let tap = PublishSubject<Void>()
    var attempts: [AnyObserver<Int>] = []
    let source = Observable<Int>.create { observer in
      attempts.append(observer)
      return Disposables.create()
    }
    log.observe(source.retry(when: { _ in tap }), "S")
    tap.on(end)
    attempts[0].onNext(1)
    #expect(log.lines == ["S 1"])
    attempts[0].onError(TestError())
    #expect(log.lines == ["S 1", line])
    #expect(attempts.count == 1)
  }

  @Test func theFailedAttemptIsDisposedBeforeItsErrorIsSent() {
    var attempt: AnyObserver<Int>?
    let source = Observable<Int>.create { [log] observer in
      attempt = observer
      return Disposables.create { log.add("disposed") }
    }
    let retried = source.retry(when: { [log] errors in
      errors.do(onNext: { _ in log.add("error") }).take(1)
    })
    log.observe(retried, "S")
    attempt?.onError(TestError())
    attempt?.onError(TestError())
    #expect(log.lines == ["disposed", "error", "disposed", "S |"])
  }

  /// Downstream is over, and so is the loop, although it cannot be disposed yet.
  @Test func unusedWorkIsNotTriedAgain() {
    var starts = 0
    let source = Observable<Int>.create { observer in
      starts += 1
      if starts > 1_000 {
        observer.onCompleted()
      } else {
        observer.onNext(starts)
        observer.onError(TestError())
      }
      return Disposables.create()
    }
    log.observe(source.retry().take(2), "retry")
    #expect(starts == 2)
    starts = 0
    log.observe(source.retry(when: { $0.map { _ in } }).map { $0 }.take(2), "when")
    #expect(starts == 2)
    #expect(log.lines == ["retry 1", "retry 2", "retry |", "when 1", "when 2", "when |"])
  }
}
