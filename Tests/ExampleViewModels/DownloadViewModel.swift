import Observation
import ViewModelKit

/// Something that takes a minute and can be cancelled.
@Observable
package final class DownloadViewModel {
  package enum Phase: String, Encodable, CaseIterable { case idle, running, finished, cancelled }

  package private(set) var phase = Phase.idle

  package init() {}

  package func start() async {
    phase = .running
    do {
      try await Task.sleep(for: .seconds(60))
      phase = .finished
    } catch {
      phase = .cancelled
    }
  }
}

extension DownloadViewModel: ViewModel {
  package static let interface = Interface<DownloadViewModel> {
    input("start", DownloadViewModel.start)
    output("phase", \.phase)
  }
}
