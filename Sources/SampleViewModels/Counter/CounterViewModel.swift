import Observation
import ViewModelKit

/// Counts up and down: a class as it is written today.
@Observable
final class CounterViewModel {
  private(set) var count = 0
  var isEven: Bool { count.isMultiple(of: 2) }

  func plusButtonDidTap() { count += 1 }
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
