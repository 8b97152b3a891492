import Observation
import ViewModelKit

/// Reads something that is observed, and something that is not.
@Observable
package final class HalfViewModel {
  package private(set) var hits = 0
  @ObservationIgnored private var misses = 0
  package var shots: Int { hits + misses }

  package init() {}

  package func hit() { hits += 1 }
  package func miss() { misses += 1 }
}

extension HalfViewModel: ViewModel {
  package static let interface = Interface<HalfViewModel> {
    input("hit", HalfViewModel.hit)
    input("miss", HalfViewModel.miss)
    output("hits", \.hits)
    output("shots", \.shots)
  }
}
