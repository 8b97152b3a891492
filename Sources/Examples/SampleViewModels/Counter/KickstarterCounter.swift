import Reactive
import ViewModelKit

protocol CounterInputs {
  /// Counts up.
  func plusButtonDidTap()
  /// Counts down, also below 0.
  func minusButtonDidTap()
}

protocol CounterOutputs {
  /// How often plus has been tapped, less how often minus has.
  var count: Driver<Int> { get }
  /// Whether 2 divides the count.
  var isEven: Driver<Bool> { get }
}

/// The counter in Kickstarter's style: inputs are methods, outputs are streams, each behind a
/// protocol of its own.
final class KickstarterCounter: CounterInputs, CounterOutputs {
  let count: Driver<Int>
  let isEven: Driver<Bool>

  var inputs: any CounterInputs { self }
  var outputs: any CounterOutputs { self }

  private let plus = PublishSubject<Void>()
  private let minus = PublishSubject<Void>()

  init() {
    count = Observable.merge(plus.map { 1 }, minus.map { -1 })
      .scan(0, accumulator: +)
      .startWith(0)
      .asDriver(onErrorDriveWith: .never())
    isEven = count.map { $0 % 2 == 0 }
  }

  func plusButtonDidTap() { plus.onNext(()) }
  func minusButtonDidTap() { minus.onNext(()) }
}

extension KickstarterCounter: ViewModel {
  static let interface = Interface<KickstarterCounter> {
    input("plusButtonDidTap") { $0.inputs.plusButtonDidTap() }
    input("minusButtonDidTap") { $0.inputs.minusButtonDidTap() }
    output("count", \.outputs.count)
    output("isEven", \.outputs.isEven)
  }
}
