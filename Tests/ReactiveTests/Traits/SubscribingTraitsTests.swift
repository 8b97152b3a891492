import Reactive
import ReactiveTesting
import Testing

/// Every form of `drive` and `emit`, and every conversion into a driver or a signal.
struct SubscribingTraitsTests {
  private let log = Log()
  private let relay = PublishRelay<Int>()

  private func note(_ name: String) -> AnyObserver<Int> {
    AnyObserver { [log] event in log.add("\(name) \(event)") }
  }

  private func noteOptionals(_ name: String) -> AnyObserver<Int?> {
    AnyObserver { [log] event in log.add("\(name) \(event.element.flatMap(\.self) ?? 0)") }
  }

  @Test func driveTakesObserversRelaysAndClosures() {
    let driver = relay.asDriver()
    let (last, second) = (BehaviorRelay(value: 0), BehaviorRelay(value: 0))
    let optional = BehaviorRelay<Int?>(value: nil)
    let bag = DisposeBag()
    bag.insert {
      driver.drive(note("a"), note("b"))
      driver.drive(noteOptionals("optional"))
      driver.drive(last, second)
      driver.drive(optional)
      driver.drive()
      driver.drive(onNext: { [log] in log.add("closure \($0)") })
    }
    relay.accept(1)
    #expect(log.lines == ["a next(1)", "b next(1)", "optional 1", "closure 1"])
    #expect((last.value, second.value, optional.value) == (1, 1, 1))
  }

  @Test func emitTakesObserversRelaysAndClosures() {
    let signal = relay.asSignal()
    let (last, second) = (BehaviorRelay(value: 0), BehaviorRelay(value: 0))
    let optional = BehaviorRelay<Int?>(value: nil)
    let bag = DisposeBag()
    bag.insert {
      signal.emit(to: note("a"), note("b"))
      signal.emit(to: noteOptionals("optional"))
      signal.emit(to: last, second)
      signal.emit(to: optional)
      signal.emit()
      signal.emit(onNext: { [log] in log.add("closure \($0)") })
    }
    relay.accept(1)
    #expect(log.lines == ["a next(1)", "b next(1)", "optional 1", "closure 1"])
    #expect((last.value, second.value, optional.value) == (1, 1, 1))
  }

  @Test func theEndAndTheDisposal() {
    _ = Driver.just(1).drive(
      onNext: { [log] in log.add("next \($0)") }, onCompleted: { [log] in log.add("completed") },
      onDisposed: { [log] in log.add("disposed") })
    _ = Signal.just(2).emit(
      onNext: { [log] in log.add("next \($0)") }, onCompleted: { [log] in log.add("completed") },
      onDisposed: { [log] in log.add("disposed") })
    #expect(
      log.lines == ["next 1", "completed", "disposed", "next 2", "completed", "disposed"])
  }

  @Test func withAnObjectThatIsNotKept() {
    let (subject, other) = (PublishSubject<Int>(), PublishSubject<Int>())
    var object: Log? = Log()
    weak let released = object
    let bag = DisposeBag()
    if let object {
      bag.insert {
        subject.asDriver(onErrorDriveWith: .empty()).drive(
          with: object, onNext: { [log] _, element in log.add("drive \(element)") },
          onCompleted: { [log] _ in log.add("driven") },
          onDisposed: { [log] _ in log.add("disposed") })
        subject.asSignal(onErrorSignalWith: .empty()).emit(
          with: object, onNext: { [log] _, element in log.add("emit \(element)") },
          onCompleted: { [log] _ in log.add("emitted") },
          onDisposed: { [log] _ in log.add("disposed") })
        other.asDriver(onErrorDriveWith: .empty()).drive(
          with: object, onNext: { [log] _, _ in log.add("never") })
      }
    }
    subject.onNext(1)
    subject.onCompleted()
    object = nil
    #expect(released == nil)
    other.onNext(1)
    #expect(log.lines == ["drive 1", "emit 1", "driven", "disposed", "emitted", "disposed"])
  }

  @Test func errorsAreReplaced() {
    let failing = Observable<Int>.error(TestError("net"))
    log.observe(failing.asDriver(onErrorJustReturn: 1), "A")
    log.observe(failing.asDriver(onErrorDriveWith: .just(2)), "B")
    log.observe(failing.asDriver { .just("\($0)".count) }, "C")
    log.observe(failing.asSignal(onErrorJustReturn: 1), "D")
    log.observe(failing.asSignal(onErrorSignalWith: .just(2)), "E")
    log.observe(failing.asSignal { .just("\($0)".count) }, "F")
    log.observe(
      failing.asSharedSequence(sharingStrategy: DriverSharingStrategy.self, onErrorJustReturn: 4),
      "G")
    #expect(
      log.lines == [
        "A 1", "A |", "B 2", "B |", "C 3", "C |", "D 1", "D |", "E 2", "E |", "F 3",
        "F |", "G 4", "G |",
      ])
  }

  /// One becomes the other: a newcomer gets the last element of a driver alone.
  @Test func driversAndSignals() {
    let driver = relay.asSignal().asDriver(onErrorDriveWith: .empty()).asDriver()
    let signal = driver.asSignal(onErrorSignalWith: .empty()).asSignal()
    log.observe(driver, "driver")
    log.observe(signal, "signal")
    relay.accept(1)
    log.observe(driver, "driver, later")
    log.observe(signal, "signal, later")
    #expect(log.lines == ["driver 1", "signal 1", "driver, later 1"])
  }

  /// Without `try`: there is no error to be thrown.
  @Test func valuesAreAwaited() async {
    var elements: [Int] = []
    for await element in Driver.of(1, 2, 3).values { elements.append(element) }
    #expect(elements == [1, 2, 3])
    let subject = PublishSubject<Int>()
    let task = Task.immediate {
      for await _ in subject.asSignal(onErrorSignalWith: .empty()).values {}
    }
    #expect(subject.hasObservers)
    task.cancel()
    await task.value
    #expect(!subject.hasObservers)
  }

  /// What an app adds to all traits at once.
  @Test func aHelperThatIsASingle() {
    struct Request: PrimitiveSequenceType {
      typealias Trait = SingleTrait
      typealias Element = Int
      var primitiveSequence: Single<Int> { .just(1) }
    }
    log.observe(Request(), "request")
    log.observe(Single.just(2).primitiveSequence, "single")
    log.observe(
      Maybe<Int>.create { maybe in
        maybe(.success(3))
        return Disposables.create()
      }, "maybe")
    #expect(
      log.lines == ["request 1", "request |", "single 2", "single |", "maybe 3", "maybe |"])
  }

  @Test func bindingWithAnObjectAndWithAFunction() {
    let subject = PublishSubject<Int>()
    var object: Log? = Log()
    if let object {
      _ = subject.bind(with: object) { [log] _, element in log.add("with \(element)") }
    }
    let name = subject.bind { (source: PublishSubject<Int>) in source.map { "\($0)" } }
    log.observe(name, "function")
    subject.onNext(1)
    object = nil
    subject.onNext(2)
    #expect(log.lines == ["with 1", "function 1", "function 2"])
  }

  @Test func aRelayThatKeepsEverything() {
    let relay = ReplayRelay<Int>.createUnbound()
    relay.accept(1)
    relay.accept(2)
    _ = relay.subscribe(note("relay"))
    #expect(log.lines == ["relay next(1)", "relay next(2)"])
  }
}
