import Reactive
import ReactiveTesting
import Testing

struct SharedSequenceTests {
  private let scheduler = TestScheduler()

  private func observe(_ sequence: Observable<Int>, _ from: Int, _ to: Int) -> TestableObserver<Int>
  {
    let observer = scheduler.createObserver(Int.self)
    let subscription = SerialDisposable()
    scheduler.schedule(at: from) { subscription.disposable = sequence.subscribe(observer) }
    scheduler.schedule(at: to) { subscription.dispose() }
    return observer
  }

  private func source(_ end: Event<Int>) -> TestableObservable<Int> {
    scheduler.createColdObservable([
      .next(10, 0), .next(20, 1), .next(30, 2), .next(40, 3), Recorded(time: 50, value: end),
    ])
  }

  nonisolated static let ends: [Event<Int>] = [.completed, .error(TestError())]

  /// An observer that comes while another is subscribed gets the last element; after all have left,
  /// the source is subscribed again.
  @Test(arguments: ends)
  func aDriverReplaysItsLastElementWhileObserved(_ end: Event<Int>) {
    let source = source(end)
    let driver = source.asDriver(onErrorJustReturn: -1).asObservable()
    let (a, b, c) = (
      observe(driver, 200, 235), observe(driver, 225, 260), observe(driver, 260, 285)
    )
    scheduler.start()
    let recovery: [Recorded<Event<Int>>] = end.isCompleted ? [] : [.next(250, -1)]
    #expect(a.events == [.next(210, 0), .next(220, 1), .next(230, 2)])
    #expect(
      b.events
        == [.next(225, 1), .next(230, 2), .next(240, 3)] + recovery + [.completed(250)])
    #expect(c.events == [.next(270, 0), .next(280, 1)])
    #expect(source.subscriptions == [Subscription(200, 250), Subscription(260, 285)])
  }

  @Test(arguments: ends)
  func aSignalReplaysNothing(_ end: Event<Int>) {
    let source = source(end)
    let signal = source.asSignal(onErrorJustReturn: -1).asObservable()
    let (a, b) = (observe(signal, 200, 235), observe(signal, 225, 260))
    scheduler.start()
    let recovery: [Recorded<Event<Int>>] = end.isCompleted ? [] : [.next(250, -1)]
    #expect(a.events == [.next(210, 0), .next(220, 1), .next(230, 2)])
    #expect(b.events == [.next(230, 2), .next(240, 3)] + recovery + [.completed(250)])
  }

  @Test func drivingWithNothingAfterAnErrorIsSilenceButTheLastElementIsStillGiven() {
    let subject = PublishSubject<Int>()
    let driver = subject.asDriver(onErrorDriveWith: .never())
    let log = Log()
    log.observe(driver, "A")
    subject.onNext(1)
    subject.onError(TestError())
    log.observe(driver, "B")
    #expect(log.lines == ["A 1", "B 1"])
  }

  @Test func relaysNeedNoRecovery() {
    let (behavior, publish) = (BehaviorRelay(value: 1), PublishRelay<Int>())
    let target = BehaviorRelay<Int?>(value: nil)
    var elements: [Int] = []
    _ = behavior.asDriver().drive(target)
    _ = publish.asSignal().emit(onNext: { elements.append($0) })
    publish.accept(2)
    behavior.accept(3)
    #expect(target.value == 3)
    #expect(elements == [2])
  }

  @Test func operatorsGiveTheSameKind() {
    let relay = BehaviorRelay(value: 1)
    let driver: Driver<String> = Driver.combineLatest(
      relay.asDriver().map { $0 * 2 }.filter { $0 > 0 }.distinctUntilChanged(),
      Driver.just("x").startWith("y")
    ) { "\($0)\($1)" }
    var texts: [String] = []
    _ = driver.drive(onNext: { texts.append($0) })
    relay.accept(1)
    relay.accept(2)
    #expect(texts == ["2y", "2x", "4x"])
  }

  @Test func timeIsTheMainSchedulers() {
    let relay = PublishRelay<Int>()
    let events = MainScheduler.with(loop: scheduler) {
      scheduler.schedule(at: 10) { relay.accept(1) }
      scheduler.schedule(at: 20) { relay.accept(2) }
      return scheduler.record { relay.asSignal().debounce(.milliseconds(50)) }
    }
    #expect(events == [.next(70, 2)])
  }

  @Test func everyNewSubscriberStartsAfreshWhenNoneIsLeft() {
    var subscriptions = 0
    let driver = Observable<Int>.create { observer in
      subscriptions += 1
      observer.onNext(subscriptions)
      return Disposables.create()
    }.asDriver(onErrorDriveWith: .never())
    var elements: [Int] = []
    for _ in 1...2 { driver.drive(onNext: { elements.append($0) }).dispose() }
    #expect(elements == [1, 2])
  }
}
