import Reactive
import ReactiveTesting
import Testing

/// Article 002 as streams: the scenarios that concern sharing and re-entrancy.
struct CounterTests {
  private let plus = PublishSubject<Void>()
  private let minus = PublishSubject<Void>()
  private let log = Log()
  private let count: Driver<Int>
  private let isEven: Driver<Bool>

  init() {
    count = Observable.merge(plus.map { 1 }, minus.map { -1 })
      .scan(0, accumulator: +)
      .startWith(0)
      .asDriver(onErrorDriveWith: .never())
    isEven = count.map { $0 % 2 == 0 }
  }

  /// 002-01.
  @Test func countsUpAndDown() {
    log.observe(count, "count")
    log.observe(isEven, "isEven")
    for input in [plus, plus, minus, minus, minus] { input.onNext() }
    #expect(
      log.lines == [
        "count 0", "isEven true", "count 1", "isEven false", "count 2", "isEven true", "count 1",
        "isEven false", "count 0", "isEven true", "count -1", "isEven false",
      ])
  }

  /// 002-02.
  @Test func whatIsTappedBeforeAnybodyObservesIsLost() {
    plus.onNext()
    log.observe(count, "count")
    log.observe(isEven, "isEven")
    plus.onNext()
    #expect(log.lines == ["count 0", "isEven true", "count 1", "isEven false"])
  }

  /// 002-04, with observers called in plain subscription order (decision 3).
  @Test func stateLivesWhileAnyOutputIsObserved() {
    let first = log.observe(count, "count")
    log.observe(isEven, "isEven")
    plus.onNext()
    first.dispose()
    plus.onNext()
    log.observe(count, "count2")
    minus.onNext()
    #expect(
      log.lines == [
        "count 0", "isEven true", "count 1", "isEven false", "isEven true", "count2 2",
        "isEven false", "count2 1",
      ])
  }

  /// 002-07: the conversion queues when it is re-entered.
  @Test func aTapInsideAnOutputWaitsForTheOtherOutputs() {
    let scheduler = TestScheduler()
    MainScheduler.with(loop: scheduler) {
      log.observe(count, "count") { [plus] in if $0 == 1 { plus.onNext() } }
      log.observe(isEven, "isEven")
      plus.onNext()
      scheduler.start()
    }
    #expect(
      log.lines == [
        "count 0", "isEven true", "count 1", "isEven false", "count 2", "isEven true",
      ])
  }
}
