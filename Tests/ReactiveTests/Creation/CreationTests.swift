import Reactive
import ReactiveTesting
import Testing

struct CreationTests {
  private func elements<Element>(_ sequence: Observable<Element>) -> [Event<Element>] {
    var events: [Event<Element>] = []
    _ = sequence.subscribe { events.append($0) }
    return events
  }

  @Test func theSimpleOnes() {
    #expect(elements(.just(1)) == [.next(1), .completed])
    #expect(elements(.of(1, 2)) == [.next(1), .next(2), .completed])
    #expect(elements(.from([1, 2])) == [.next(1), .next(2), .completed])
    #expect(elements(.from(optional: 1)) == [.next(1), .completed])
    #expect(elements(Observable<Int>.from(optional: nil)) == [.completed])
    #expect(elements(Observable<Int>.empty()) == [.completed])
    #expect(elements(Observable<Int>.never()) == [])
    #expect(elements(Observable<Int>.error(TestError())) == [.error(TestError())])
    #expect(elements(Observable.range(start: 3, count: 2)) == [.next(3), .next(4), .completed])
    #expect(elements(Observable<Int>.deferred { .just(1) }) == [.next(1), .completed])
    #expect(elements(Observable<Int>.deferred { throw TestError() }) == [.error(TestError())])
  }

  /// Each element is work of the trampoline.
  @Test func coldSequencesTakeTurns() {
    let merged = Observable.merge(Observable.of(1, 2), Observable.of(3, 4))
    #expect(elements(merged).compactMap(\.element) == [1, 3, 2, 4])
    let latest = Observable.combineLatest(Observable.of(1, 2), Observable.of(10, 20)) { $0 + $1 }
    #expect(elements(latest).compactMap(\.element) == [11, 12, 22])
  }

  @Test func justIsNotTrampolined() {
    let merged = Observable.merge(Observable.of(1, 2), Observable.just(3))
    #expect(elements(merged).compactMap(\.element) == [3, 1, 2])
  }

  @Test func ofIsSentBeforeTheOutermostSubscriptionReturns() {
    var log: [String] = []
    _ = Observable<Int>.create { observer in
      let inner = Observable.of(1).subscribe(observer)
      log.append("subscribed")
      return inner
    }.subscribe(onNext: { log.append("\($0)") })
    log.append("returned")
    #expect(log == ["subscribed", "1", "returned"])
  }

  @Test func createIgnoresEverythingAfterTheStop() {
    let sequence = Observable<Int>.create { observer in
      observer.onNext(1)
      observer.onCompleted()
      observer.onNext(2)
      observer.onError(TestError())
      return Disposables.create()
    }
    #expect(elements(sequence) == [.next(1), .completed])
  }

  @Test func createDisposesAfterTheStopEventHasBeenSent() {
    var log: [String] = []
    var observer: AnyObserver<Int>?
    _ = Observable<Int>.create {
      observer = $0
      return Disposables.create { log.append("disposed") }
    }.subscribe(onCompleted: { log.append("completed") })
    observer?.onCompleted()
    #expect(log == ["completed", "disposed"])
  }

  @Test func createDisposesWhatComesAfterTheStop() {
    var isDisposed = false
    _ = Observable<Int>.create { observer in
      observer.onCompleted()
      #expect(!isDisposed)
      return Disposables.create { isDisposed = true }
    }.subscribe()
    #expect(isDisposed)
  }

  @Test func aSchedulerSendsTheElements() {
    let scheduler = TestScheduler()
    let events = scheduler.record { Observable.of(1, 2, scheduler: scheduler) }
    #expect(events == marbles("(12|)"))
  }

  @Test func disposingInTheMiddleStopsALongSequence() {
    var count = 0
    _ = Observable.range(start: 0, count: 1_000_000).take(3).subscribe(onNext: { _ in count += 1 })
    #expect(count == 3)
  }
}
