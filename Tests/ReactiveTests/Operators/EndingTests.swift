import Reactive
import ReactiveTesting
import Testing

struct EndingTests {
  @Test func catchContinuesWithTheHandlersSequence() {
    let scheduler = TestScheduler()
    let (source, other) = (scheduler.hot("-1-#"), scheduler.cold("-7-8|"))
    #expect(scheduler.record { source.catch { _ in other.asObservable() } } == marbles("-1--7-8|"))
    #expect(source.subscriptions == [Subscription(0, 30)])
    #expect(other.subscriptions == [Subscription(30, 70)])
  }

  @Test func whatTheHandlerThrowsIsTheError() {
    let scheduler = TestScheduler()
    let source = scheduler.hot("-#")
    let events = scheduler.record { source.catch { _ in throw TestError("handler") } }
    #expect(events == [.error(10, TestError("handler"))])
  }

  @Test func theHandlersErrorIsNotCaughtAgain() {
    let scheduler = TestScheduler()
    let source = scheduler.hot("-#")
    let events = scheduler.record { source.catch { _ in .error(TestError("second")) } }
    #expect(events == [.error(10, TestError("second"))])
  }

  @Test func catchAndReturnSendsAndCompletes() {
    let scheduler = TestScheduler()
    let source = scheduler.hot("-1-#")
    #expect(scheduler.record { source.catchAndReturn(7) } == marbles("-1-(7|)"))
  }

  @Test func retryCountsAllAttempts() {
    let scheduler = TestScheduler()
    let source = scheduler.cold("-1#")
    #expect(scheduler.record { source.retry(3) } == marbles("-1-1-1#"))
    #expect(
      source.subscriptions == [Subscription(0, 20), Subscription(20, 40), Subscription(40, 60)])
  }

  @Test func retryOfNoAttemptsCompletes() {
    #expect(
      TestScheduler().record { Observable<Int>.error(TestError()).retry(0) } == [.completed(0)])
  }

  @Test func retryContinuesForEver() {
    let scheduler = TestScheduler()
    let source = scheduler.cold("-1#")
    #expect(scheduler.record(until: 65) { source.retry() } == marbles("-1-1-1"))
  }

  @Test func retryOfManyDoesNotDeepenTheStack() {
    var attempts = 0
    let source = Observable<Int>.deferred {
      attempts += 1
      return .error(TestError())
    }
    _ = source.retry(100_000).subscribe(onError: { _ in })
    #expect(attempts == 100_000)
  }

  @Test func retryWhenWaitsForTheTrigger() {
    let scheduler = TestScheduler()
    let source = scheduler.cold("-1#")
    let events = scheduler.record(until: 100) {
      source.retry(when: { errors in
        errors.flatMap { _ in Observable<Int>.timer(.milliseconds(20), scheduler: scheduler) }
      })
    }
    #expect(events == marbles("-1---1---1"))
    #expect(
      source.subscriptions == [Subscription(0, 20), Subscription(40, 60), Subscription(80, 100)])
  }

  @Test func retryWhenEndsAsTheTriggerEnds() {
    let scheduler = TestScheduler()
    let source = scheduler.cold("-1#")
    let events = scheduler.record {
      source.retry(when: { errors in
        errors.flatMap { Observable<Int>.error(TestError("given up after \($0)")) }
      })
    }
    #expect(events == [.next(10, 1), .error(20, TestError("given up after error"))])
  }

  @Test func doReportsEventsInOrder() {
    func order(_ isAsynchronous: Bool) -> [String] {
      var log: [String] = []
      let scheduler = TestScheduler()
      _ = Observable<Int>.create { observer in
        log.append("sourceSubscribe")
        let send = {
          observer.onNext(1)
          observer.onCompleted()
        }
        if isAsynchronous { scheduler.schedule(at: 10, send) } else { send() }
        return Disposables.create { log.append("sourceDispose") }
      }.do(
        onNext: { _ in log.append("doOnNext") }, onCompleted: { log.append("doOnCompleted") },
        onSubscribe: { log.append("doOnSubscribe") },
        onSubscribed: { log.append("doOnSubscribed") }, onDispose: { log.append("doOnDispose") }
      ).subscribe()
      scheduler.start()
      return log
    }
    #expect(
      order(true) == [
        "doOnSubscribe", "sourceSubscribe", "doOnSubscribed", "doOnNext", "doOnCompleted",
        "sourceDispose", "doOnDispose",
      ])
    #expect(
      order(false) == [
        "doOnSubscribe", "sourceSubscribe", "doOnNext", "doOnCompleted", "sourceDispose",
        "doOnSubscribed", "doOnDispose",
      ])
  }

  @Test func doSeesAnElementBeforeAndAfterItIsSent() {
    var log: [String] = []
    _ = Observable.just(1).do(
      onNext: { _ in log.append("before") }, afterNext: { _ in log.append("after") },
      onCompleted: { log.append("before end") }, afterCompleted: { log.append("after end") }
    ).subscribe(onNext: { _ in log.append("sent") }, onCompleted: { log.append("end") })
    #expect(log == ["before", "sent", "after", "before end", "end", "after end"])
  }
}
