import Observation
import ViewModelKit

/// Something that takes a minute and can be cancelled.
@Observable
public final class DownloadViewModel {
  public enum Phase: String, Encodable, CaseIterable { case idle, running, finished, cancelled }

  public private(set) var phase = Phase.idle

  public init() {}

  public func start() async {
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
  public static let interface = Interface<DownloadViewModel> {
    input("start", DownloadViewModel.start)
    output("phase", \.phase)
  }
}
