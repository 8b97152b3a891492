import Reactive
import ReactiveTesting
import Testing

/// What an operator does while it sends, or has just ended: the order is RxSwift's.
struct EventsInsideEventsTests {
  private let log = Log()

  @Test func enumeratedCountsBeforeItSends() {
    let source = PublishSubject<String>()
    _ = source.enumerated().subscribe(onNext: { index, element in
      log.add("\(index)\(element)")
      if element == "a" { source.onNext("b") }
    })
    source.onNext("a")
    source.onNext("c")
    #expect(log.lines == ["0a", "1b", "2c"])
  }

  /// The idiom for one more attempt: the second one fails inside the first one's error.
  @Test func aRetryThatCountsMakesAsManyAttemptsAsItSays() {
    let failing = PublishSubject<Int>()
    var starts = 0
    let load = Observable<Int>.deferred {
      starts += 1
      return starts == 1 ? failing.asObservable() : .error(TestError())
    }
    log.observe(
      load.retry(when: { errors in
        errors.enumerated().flatMap { index, error in
          index < 1 ? .just(()) : Observable<Void>.error(error)
        }
      }), "S")
    failing.onError(TestError())
    #expect(starts == 2)
    #expect(log.lines.count == 1)
  }

  @Test func flatMapStartsNothingAfterAnInnerSequenceHasFailed() {
    let source = Observable<Int>.never().startWith(7, 8)
    log.observe(
      source.flatMap { [log] number -> Observable<Int> in
        log.add("load \(number)")
        return number == 7 ? .error(TestError("net")) : .just(number)
      }, "S")
    #expect(log.lines == ["load 7", "S #net"])
  }

  /// An observer that subscribes to the source again inside the end still finds it connected.
  @Test func shareSendsTheEndBeforeItLetsItsSourceGo() {
    let stop = PublishSubject<Void>()
    var starts = 0
    let source = Observable<Int>.create { observer in
      starts += 1
      observer.onNext(starts)
      return Disposables.create()
    }
    .share(replay: 1)
    log.observe(source.take(until: stop).share().concat(source), "S")
    stop.onNext(())
    #expect(log.lines == ["S 1", "S 1"])
    #expect(starts == 1)
  }

  @Test(arguments: [true, false])
  func nothingFollowsTheElementThatDecides(isWhile: Bool) {
    let source = PublishSubject<Int>()
    let taken =
      isWhile
      ? source.take(while: { $0 < 2 }, behavior: .inclusive)
      : source.take(until: { $0 == 2 }, behavior: .inclusive)
    log.observe(taken, "S") { element in if element == 2 { source.onNext(1) } }
    source.onNext(1)
    source.onNext(2)
    #expect(log.lines == ["S 1", "S 2", "S |"])
  }

  /// The timer that subscribes the source is not a part of it: who comes back in the end finds
  /// nothing pending.
  @Test func aDelayedSubscriptionEndsWithItsSource() {
    let scheduler = TestScheduler()
    let source = Observable<Int>.create { [log] observer in
      observer.onCompleted()
      log.add("has completed")
      return Disposables.create()
    }
    log.observe(source.delaySubscription(.milliseconds(10), scheduler: scheduler), "S")
    scheduler.start()
    #expect(log.lines == ["S |", "has completed"])
  }

  /// The first element sets off a second one and the end, which wait for the time of the second
  /// one.
  @Test func throttleSendsWhatWaitsForTheEnd() {
    let (scheduler, source) = (TestScheduler(), PublishSubject<Int>())
    log.observe(
      source.concat(Observable.of(2, 3)).throttle(.milliseconds(10), scheduler: scheduler), "S"
    ) { element in
      if element == 1 { source.onCompleted() }
    }
    source.onNext(1)
    log.add("later")
    scheduler.start()
    #expect(log.lines == ["S 1", "S 2", "later", "S 3", "S |"])
  }

  /// The other sequence has taken over, although its subscription has not returned yet.
  @Test func whatComesLateIsNoMoreThanLate() {
    let (scheduler, source) = (TestScheduler(), PublishSubject<Int>())
    let other = Observable.of(7, 8)
    log.observe(source.timeout(.milliseconds(10), other: other, scheduler: scheduler), "S") {
      if $0 == 7 { source.onNext(1) }
      source.onCompleted()
    }
    scheduler.start()
    #expect(log.lines == ["S 7", "S 8", "S |"])
  }
}
