import Observation
import OperatingSystem
import ViewModelKit

/// Takes the whole host with it: there is one thread.
@Observable
package final class StuckViewModel {
  package init() {}

  /// Never returns.
  package func hang() { while true {} }

  /// Never returns, unless there is a file when it begins.
  package func hangUnlessThere(path: String) {
    guard let file = Descriptor.openToRead(Array(path.utf8)) else { return hang() }
    file.close()
  }
}

extension StuckViewModel: ViewModel {
  package static let interface = Interface<StuckViewModel> {
    input("hang", StuckViewModel.hang)
    input("hangUnlessThere", StuckViewModel.hangUnlessThere, "path")
  }
}
