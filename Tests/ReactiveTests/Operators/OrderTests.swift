import Reactive
import ReactiveTesting
import Testing

/// What is subscribed and disposed when, and who goes first when two things happen at the same
/// time.
struct OrderTests {
  private let log = Log()

  /// Sends the number of the subscription, and stays open.
  private func numbered() -> Observable<Int> {
    var starts = 0
    return .create { observer in
      starts += 1
      observer.onNext(starts)
      return Disposables.create()
    }
  }

  /// As the first part is let go before the second one is subscribed, what they share starts again.
  @Test func concatDisposesBeforeItSubscribesTheNext() {
    let shared = numbered().share(replay: 1)
    let end = PublishSubject<Void>()
    log.observe(shared.take(until: end).concat(shared), "S")
    end.onNext(())
    #expect(log.lines == ["S 1", "S 2"])
  }

  @Test func retryDisposesBeforeItSubscribesAgain() {
    let end = PublishSubject<Int>()
    let shared = numbered().share(replay: 1)
    log.observe(Observable.merge(shared, end).retry(2), "S")
    end.onError(TestError())
    #expect(log.lines == ["S 1", "S 2", "S #error"])
  }

  private func noting(_ name: String, _ source: Observable<Int>) -> Observable<Int> {
    source.do(
      onSubscribe: { [log] in log.add("\(name) subscribed") },
      onDispose: { [log] in log.add("\(name) disposed") })
  }

  @Test func mergeSubscribesNothingAfterAnError() {
    log.observe(Observable.merge(noting("a", .error(TestError())), noting("b", .never())), "S")
    #expect(log.lines == ["a subscribed", "S #error", "a disposed"])
  }

  @Test func ambSubscribesAllAlthoughTheFirstHasWon() {
    log.observe(noting("a", .just(1)).amb(noting("b", .just(2))), "S")
    #expect(
      log.lines == ["a subscribed", "S 1", "S |", "a disposed", "b subscribed", "b disposed"])
  }

  /// The buffer is sent, then its next time begins: so what waits for as long comes first at its
  /// end.
  @Test func bufferSendsBeforeItsTimeBeginsAgain() {
    let scheduler = TestScheduler()
    let source = scheduler.createHotObservable([Recorded<Event<Int>>.next(5, 1), .completed(35)])
    let events = scheduler.record {
      source.buffer(timeSpan: .milliseconds(10), count: 2, scheduler: scheduler)
        .debounce(.milliseconds(10), scheduler: scheduler)
    }
    #expect(events == [.next(20, [1]), .next(30, []), .next(35, []), .completed(35)])
  }

  @Test func aBufferOfNoLimitGoesByTimeAlone() {
    let scheduler = TestScheduler()
    let source = scheduler.createHotObservable([Recorded<Event<Int>>.next(5, 1), .next(6, 2)])
    let events = scheduler.record(until: 15) {
      source.buffer(timeSpan: .milliseconds(10), count: 0, scheduler: scheduler)
    }
    #expect(events == [.next(10, [1, 2])])
  }

  /// Each event has a timer of its own, which is set when it comes: the second element's is older
  /// than debounce's.
  @Test func delaySetsATimerForEachEvent() {
    let scheduler = TestScheduler()
    let events = scheduler.record(until: 100) {
      scheduler.hot("12").delay(.milliseconds(30), scheduler: scheduler)
        .debounce(.milliseconds(10), scheduler: scheduler)
    }
    #expect(events == marbles("-----2"))
  }

  /// The element is sent, then the time begins again: so the later timeout of two comes first.
  @Test func timeoutSendsBeforeItsTimeBeginsAgain() {
    let scheduler = TestScheduler()
    let events = scheduler.record {
      scheduler.hot("-1").timeout(.milliseconds(40), scheduler: scheduler)
        .timeout(.milliseconds(40), other: Observable.just(9), scheduler: scheduler)
    }
    #expect(events == marbles("-1---(9|)"))
  }

  /// A scheduler may run what is due now inside `schedule`; what that schedules stays.
  @Test func timersThatRunAtOnceDoNotCancelTheNext() {
    final class Eager: SchedulerType {
      let scheduler = TestScheduler()
      var now: RxTime { scheduler.now }

      func schedule(after delay: RxTimeInterval, _ work: @escaping () -> Void) -> any Disposable {
        if delay > .zero { return scheduler.schedule(after: delay, work) }
        work()
        return Disposables.create()
      }

      func schedule(_ work: @escaping () -> Void) -> any Disposable { schedule(after: .zero, work) }
    }
    let eager = Eager()
    let source = eager.scheduler.createHotObservable([
      Recorded<Event<Int>>.next(10, 1), .next(10, 2), .next(15, 3), .completed(20),
    ])
    let events = eager.scheduler.record { source.delay(.milliseconds(20), scheduler: eager) }
    #expect(events == [.next(30, 1), .next(30, 2), .next(35, 3), .completed(40)])
  }

  /// RxSwift sends the next event after the one before, so that other work may come between.
  @Test func eventsKeepTheirPlaceAmongOtherWork() {
    let scheduler = TestScheduler()
    let source = PublishSubject<Int>()
    log.observe(source.observe(on: scheduler), "S")
    for number in 1...2 { source.onNext(number) }
    _ = scheduler.schedule { [log] in log.add("other") }
    scheduler.start()
    #expect(log.lines == ["S 1", "S 2", "other"])
  }
}
