import Reactive
import ReactiveTesting
import Testing

/// A counter as streams, in the styles in which it can be written: see `ViewModelsAsFunctions.md`
/// of
/// `SampleViewModels`.
struct CounterTests {
  enum Style: CaseIterable {
    case viewController, kickstarter, functional, transform
  }

  /// A counter as a test sees it.
  private struct Counter {
    let plus: () -> Void
    let minus: () -> Void
    let count: Observable<Int>
    let isEven: Observable<Bool>
  }

  private let scheduler = TestScheduler()
  private let log = Log()

  private func make(_ style: Style) -> Counter {
    switch style {
    case .viewController:
      let count = BehaviorRelay(value: 0)
      return Counter(
        plus: { count.accept(count.value + 1) }, minus: { count.accept(count.value - 1) },
        count: count.asObservable(), isEven: count.map { $0 % 2 == 0 })
    case .kickstarter:
      let viewModel: any ViewModelType = KickstarterViewModel()
      return Counter(
        plus: viewModel.inputs.plusButtonDidTap, minus: viewModel.inputs.minusButtonDidTap,
        count: viewModel.outputs.count.asObservable(),
        isEven: viewModel.outputs.isEven.asObservable())
    case .functional:
      let (plus, minus) = (PublishRelay<Void>(), PublishRelay<Void>())
      let (count, isEven) = FunctionalViewModel()(
        plusButtonDidTap: plus.asObservable(), minusButtonDidTap: minus.asObservable())
      return Counter(
        plus: { plus.accept() }, minus: { minus.accept() }, count: count.asObservable(),
        isEven: isEven.asObservable())
    case .transform:
      let (plus, minus) = (PublishRelay<Void>(), PublishRelay<Void>())
      let output = TransformingViewModel().transform(
        input: .init(plus: plus.asDriver(onErrorDriveWith: .empty()), minus: minus.asSignal()))
      return Counter(
        plus: { plus.accept() }, minus: { minus.accept() }, count: output.count.asObservable(),
        isEven: output.isEven.asObservable())
    }
  }

  private func observe<Element>(_ source: Observable<Element>, _ name: String) -> any Disposable {
    source.subscribe(onNext: { log.add("\(scheduler.clock) \(name) \($0)") })
  }

  private func run(_ body: () -> Void) -> [String] {
    MainScheduler.with(loop: scheduler) {
      body()
      scheduler.start()
    }
    return log.lines
  }

  private func at(_ time: Int, _ work: @escaping () -> Void) { scheduler.schedule(at: time, work) }

  @Test(arguments: Style.allCases)
  func allStylesCountUpAndDown(_ style: Style) {
    let lines = run {
      let counter = make(style)
      _ = observe(counter.count, "count")
      _ = observe(counter.isEven, "isEven")
      for (time, tap) in [
        (10, counter.plus), (20, counter.plus), (30, counter.minus), (40, counter.minus),
        (50, counter.minus),
      ] { at(time, tap) }
    }
    #expect(
      lines == [
        "0 count 0", "0 isEven true", "10 count 1", "10 isEven false", "20 count 2",
        "20 isEven true", "30 count 1", "30 isEven false", "40 count 0", "40 isEven true",
        "50 count -1", "50 isEven false",
      ])
  }

  @Test(arguments: [Style.kickstarter, .functional, .transform])
  func whatIsTappedBeforeAnObserverIsLost(_ style: Style) {
    let lines = run {
      let counter = make(style)
      at(0, counter.plus)
      at(10) {
        _ = observe(counter.count, "count")
        _ = observe(counter.isEven, "isEven")
      }
      at(20, counter.plus)
    }
    #expect(lines == ["10 count 0", "10 isEven true", "20 count 1", "20 isEven false"])
  }

  /// From 20 to 40 there is no observer: a view controller counts, and a driver starts over.
  @Test(
    arguments: [
      (Style.kickstarter, 0, 1), (.functional, 0, 1), (.transform, 0, 1), (.viewController, 2, 3),
    ])
  func withoutObserversADriverStartsOver(_ style: Style, _ again: Int, _ last: Int) {
    let lines = run {
      let counter = make(style)
      let first = observe(counter.count, "count")
      at(10, counter.plus)
      at(20, first.dispose)
      at(30, counter.plus)
      at(40) { _ = observe(counter.count, "count") }
      at(50, counter.plus)
    }
    #expect(lines == ["0 count 0", "10 count 1", "40 count \(again)", "50 count \(last)"])
  }

  @Test(arguments: [Style.kickstarter, .functional, .transform])
  func stateLivesWhileAnyOutputIsObserved(_ style: Style) {
    let lines = run {
      let counter = make(style)
      let first = observe(counter.count, "count")
      _ = observe(counter.isEven, "isEven")
      at(10, counter.plus)
      at(20, first.dispose)
      at(30, counter.plus)
      at(40) { _ = observe(counter.count, "count2") }
      at(50, counter.minus)
    }
    #expect(
      lines == [
        "0 count 0", "0 isEven true", "10 count 1", "10 isEven false", "30 isEven true",
        "40 count2 2", "50 isEven false", "50 count2 1",
      ])
  }

  /// After an error a driver that continues with `.never()` is silent and does not complete. Later
  /// observers get the last value while an earlier one is subscribed.
  @Test func anErroredDriverKeepsItsLastValue() {
    let source = PublishSubject<Int>()
    let driver = source.startWith(0).asDriver(onErrorDriveWith: .never())
    let first = log.observe(driver, "A")
    source.onNext(1)
    source.onError(TestError())
    let second = log.observe(driver, "B")
    #expect(log.lines == ["A 0", "A 1", "B 1"])
    first.dispose()
    second.dispose()
  }

  @Test(arguments: [Style.kickstarter, .functional, .transform])
  func aTapInsideAnOutputWaitsForTheOtherOutputs(_ style: Style) {
    let lines = run {
      let counter = make(style)
      _ = counter.count.subscribe(onNext: {
        log.add("\(scheduler.clock) count \($0)")
        if $0 == 1 { counter.plus() }
      })
      _ = observe(counter.isEven, "isEven")
      at(10, counter.plus)
    }
    #expect(
      lines == [
        "0 count 0", "0 isEven true", "10 count 1", "10 isEven false", "10 count 2",
        "10 isEven true",
      ])
  }
}

// The article's view models, with the names that it forgot to change.

private protocol ViewModelInputs {
  func plusButtonDidTap()
  func minusButtonDidTap()
}

private protocol ViewModelOutputs {
  var count: Driver<Int> { get }
  var isEven: Driver<Bool> { get }
}

private protocol ViewModelType {
  var inputs: ViewModelInputs { get }
  var outputs: ViewModelOutputs { get }
}

private struct KickstarterViewModel: ViewModelType, ViewModelInputs, ViewModelOutputs {
  var inputs: ViewModelInputs { return self }
  var outputs: ViewModelOutputs { return self }

  let count: Driver<Int>
  let isEven: Driver<Bool>

  private let plusButtonDidTapProperty = PublishSubject<Void>()
  private let minusButtonDidTapProperty = PublishSubject<Void>()

  init() {
    count = Observable.merge(
      plusButtonDidTapProperty.map { _ in 1 },
      minusButtonDidTapProperty.map { _ in -1 }
    )
    .scan(0, accumulator: +)
    .startWith(0)
    .asDriver(onErrorDriveWith: .never())
    isEven = count.map { $0 % 2 == 0 }
  }

  func plusButtonDidTap() { plusButtonDidTapProperty.onNext(()) }
  func minusButtonDidTap() { minusButtonDidTapProperty.onNext(()) }
}

private struct FunctionalViewModel {
  func callAsFunction(
    plusButtonDidTap: Observable<Void>, minusButtonDidTap: Observable<Void>
  ) -> (count: Driver<Int>, isEven: Driver<Bool>) {
    let count = Observable.merge(
      plusButtonDidTap.map { _ in 1 }, minusButtonDidTap.map { _ in -1 }
    )
    .scan(0, accumulator: +)
    .startWith(0)
    .asDriver(onErrorDriveWith: .never())
    let isEven = count.map { $0 % 2 == 0 }
    return (count, isEven)
  }
}

/// As sergdort writes it, with a `Driver` and a `Signal` coming in.
private struct TransformingViewModel {
  struct Input {
    let plus: Driver<Void>
    let minus: Signal<Void>
  }

  struct Output {
    let count: Driver<Int>
    let isEven: Driver<Bool>
  }

  func transform(input: Input) -> Output {
    let count = Observable.merge(
      input.plus.map { 1 }.asObservable(), input.minus.map { -1 }.asObservable()
    )
    .scan(0, accumulator: +)
    .startWith(0)
    .asDriver(onErrorJustReturn: 0)
    return Output(count: count, isEven: count.map { $0 % 2 == 0 })
  }
}
