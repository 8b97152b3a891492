import Observation
import ViewModelKit

/// Takes the whole host with it: there is one thread.
@Observable
package final class StuckViewModel {
  package init() {}

  /// Never returns.
  package func hang() { while true {} }
}

extension StuckViewModel: ViewModel {
  package static let interface = Interface<StuckViewModel> {
    input("hang", StuckViewModel.hang)
  }
}
