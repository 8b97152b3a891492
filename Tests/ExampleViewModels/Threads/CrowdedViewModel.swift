import Dispatch
import Observation
import OperatingSystem
import ViewModelKit

/// Many tasks come back at once.
@Observable
package final class CrowdedViewModel {
  package private(set) var count = 0

  package init() {}

  /// Has so many tasks on other threads add one, and keeps the main thread until they are on their
  /// way, and whoever opens a pipe with a name has closed it.
  package func gather(count: Int, path: String) {
    let started = DispatchSemaphore(value: 0)
    for _ in 0..<count {
      Task.detached {
        started.signal()
        await MainActor.run { self.count += 1 }
      }
    }
    for _ in 0..<count { started.wait() }
    guard let pipe = Descriptor.open(path, 0) else { return }
    _ = pipe.readAll()
    pipe.close()
  }
}

extension CrowdedViewModel: ViewModel {
  package static let interface = Interface<CrowdedViewModel> {
    input("gather", CrowdedViewModel.gather, "count", "path")
    output("count", \.count)
  }
}
