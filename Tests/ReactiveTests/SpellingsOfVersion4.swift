import Reactive
import ReactiveTesting
import Testing

/// The spellings of RxSwift 4: durations as numbers of seconds, `E`, and `Variable`.
struct SpellingsOfVersion4 {
  private static let loop = MainScheduler.instance

  /// What a number of seconds says, and the same as a duration.
  @available(*, deprecated)
  private static let pairs:
    [(
      name: String, older: (Observable<Int>) -> Observable<Int>,
      (Observable<Int>) -> Observable<Int>
    )] = [
      (
        "throttle", { $0.throttle(0.03, scheduler: loop) },
        { $0.throttle(.milliseconds(30), scheduler: loop) }
      ),
      (
        "throttle without the latest", { $0.throttle(0.03, latest: false, scheduler: loop) },
        { $0.throttle(.milliseconds(30), latest: false, scheduler: loop) }
      ),
      (
        "debounce", { $0.debounce(0.03, scheduler: loop) },
        { $0.debounce(.milliseconds(30), scheduler: loop) }
      ),
      (
        "delay", { $0.delay(0.01, scheduler: loop) },
        { $0.delay(.milliseconds(10), scheduler: loop) }
      ),
      (
        "delaySubscription", { $0.delaySubscription(0.02, scheduler: loop) },
        { $0.delaySubscription(.milliseconds(20), scheduler: loop) }
      ),
      (
        "timeout", { $0.timeout(0.03, scheduler: loop) },
        { $0.timeout(.milliseconds(30), scheduler: loop) }
      ),
      (
        "buffer", { $0.buffer(timeSpan: 0.05, count: 2, scheduler: loop).map(\.count) },
        { $0.buffer(timeSpan: .milliseconds(50), count: 2, scheduler: loop).map(\.count) }
      ),
      (
        "interval", { _ in .interval(1, scheduler: loop).take(2) },
        { _ in .interval(.seconds(1), scheduler: loop).take(2) }
      ),
      (
        "timer", { _ in .timer(1, period: 0.02, scheduler: loop).take(2) },
        { _ in .timer(.seconds(1), period: .milliseconds(20), scheduler: loop).take(2) }
      ),
      (
        "delay of a single", { _ in Single.just(7).delay(0.01, scheduler: loop).asObservable() },
        { _ in Single.just(7).delay(.milliseconds(10), scheduler: loop).asObservable() }
      ),
      (
        "throttle of a driver",
        { $0.asDriver(onErrorJustReturn: 0).throttle(0.03).asObservable() },
        { $0.asDriver(onErrorJustReturn: 0).throttle(.milliseconds(30)).asObservable() }
      ),
      (
        "debounce of a driver",
        { $0.asDriver(onErrorJustReturn: 0).debounce(0.03).asObservable() },
        { $0.asDriver(onErrorJustReturn: 0).debounce(.milliseconds(30)).asObservable() }
      ),
      (
        "delay of a driver", { $0.asDriver(onErrorJustReturn: 0).delay(0.01).asObservable() },
        { $0.asDriver(onErrorJustReturn: 0).delay(.milliseconds(10)).asObservable() }
      ),
      (
        "interval of a driver", { _ in Driver.interval(0.02).asObservable().take(2) },
        { _ in Driver.interval(.milliseconds(20)).asObservable().take(2) }
      ),
      (
        "timer of a driver", { _ in Driver.timer(0.01, period: 0.02).asObservable().take(2) },
        { _ in Driver.timer(.milliseconds(10), period: .milliseconds(20)).asObservable().take(2) }
      ),
    ]

  private func record(
    _ chain: @escaping (Observable<Int>) -> Observable<Int>
  ) -> [Recorded<Event<Int>>] {
    let scheduler = TestScheduler()
    let source = scheduler.hot("-1-2---3|")
    return MainScheduler.with(loop: scheduler) {
      scheduler.record(until: 5_000) { chain(source.asObservable()) }
    }
  }

  @available(*, deprecated)
  @Test(arguments: 0..<15)
  func durationsAreSeconds(_ index: Int) {
    let (name, older, now) = Self.pairs[index]
    let events = record(older)
    #expect(events == record(now), "\(name)")
    #expect(events.contains { $0.value.element != nil }, "\(name)")
  }

  @available(*, deprecated)
  @Test func aVariableSendsItsValueAndCompletesWithItself() {
    let log = Log()
    var name: Variable? = Variable("a")
    log.observe(name!.asObservable(), "S")
    log.observe(name!.asDriver(), "D")
    name?.value = "b"
    #expect(name?.value == "b")
    name = nil
    #expect(log.lines == ["S a", "D a", "S b", "D b", "S |", "D |"])
  }

  @available(*, deprecated)
  @Test func aVariableIsBoundTo() {
    let number = Variable<Int?>(nil)
    let bag = DisposeBag()
    Observable.just(1).bind(to: number).disposed(by: bag)
    #expect(number.value == 1)
    Driver.just(2).drive(number).disposed(by: bag)
    #expect(number.value == 2)
  }

  @available(*, deprecated)
  @Test func theElementIsCalledE() {
    let log = Log()
    log.observe(Observable.of("ab", "c").lengths(), "S")
    #expect(log.lines == ["S 2", "S 1", "S |"])
    let observer: AnyObserver<Observable<Int>.E> = PublishSubject<Int>().asObserver()
    observer.onNext(1)
    log.observe([Observable.just(true), .just(false)].all(), "A")
    #expect(log.lines.suffix(2) == ["A false", "A |"])
  }

  @Test func aHelperMaySayNothingButE() {
    let log = Log()
    let busy = Busy()
    log.observe(busy.map { !$0 }.asObservable(), "N")
    log.observe(Driver.combineLatest(busy.asDriver(), Driver.just(1)).asObservable(), "C")
    busy.count.accept(2)
    #expect(log.lines == ["N true", "C (false, 1)", "N false", "C (true, 1)"])
  }
}

/// As RxSwift 4's `ActivityIndicator` is written.
private final class Busy: SharedSequenceConvertibleType {
  typealias E = Bool
  typealias SharingStrategy = DriverSharingStrategy

  let count = BehaviorRelay(value: 0)

  func asSharedSequence() -> SharedSequence<SharingStrategy, E> {
    count.asDriver().map { $0 > 0 }
  }
}

@available(*, deprecated)
extension Collection where Iterator.Element: ObservableType, Iterator.Element.E == Bool {
  fileprivate func all() -> Observable<Bool> {
    Observable.combineLatest(self) { answers in answers.allSatisfy { $0 } }
  }
}

@available(*, deprecated)
extension ObservableType where E == String {
  fileprivate func lengths() -> Observable<Int> { map { (text: E) in text.count } }
}
