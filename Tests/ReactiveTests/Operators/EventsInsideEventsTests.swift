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

  /// Who goes on with the source inside the end still finds it connected.
  @Test func shareTellsTheEndBeforeItLetsItsSourceGo() {
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
}
