import Observation
import ViewModelKit

/// Counts up and down: a class as it is written today.
@Observable
final class CounterViewModel {
  /// How often plus has been tapped, less how often minus has.
  private(set) var count = 0
  /// Whether 2 divides the count.
  var isEven: Bool { count.isMultiple(of: 2) }

  /// Counts up.
  func plusButtonDidTap() { count += 1 }
  /// Counts down, also below 0.
  func minusButtonDidTap() { count -= 1 }
}

extension CounterViewModel: ViewModel {
  static let interface = Interface<CounterViewModel> {
    input("plusButtonDidTap", CounterViewModel.plusButtonDidTap)
    input("minusButtonDidTap", CounterViewModel.minusButtonDidTap)
    output("count", \.count)
    output("isEven", \.isEven)
  }
}
