import Observation
import ViewModelKit

/// The search with tasks: what operators keep to themselves, the pause, the last text and the
/// request that runs, are properties here, each of which its author has to think of.
@Observable
final class AsyncSearch {
  /// What was found for the last text.
  private(set) var results: [String] = []

  /// A search has failed three times; the results are as before.
  @ObservationIgnored var onError: ((any Error) -> Void)?

  @ObservationIgnored private let services: Services
  @ObservationIgnored private var pause: Task<Void, Never>?
  @ObservationIgnored private var request: Task<Void, Never>?
  @ObservationIgnored private var lastText: String?

  init(services: Services) { self.services = services }

  /// Searches, unless more is typed within 0.3 seconds.
  ///
  /// - Parameter text: what to look for; nothing is found for an empty one.
  func search(text: String) {
    pause?.cancel()
    pause = Task { [weak self] in
      try? await Task.sleep(for: .milliseconds(300))
      if !Task.isCancelled { self?.ask(text) }
    }
  }

  private func ask(_ text: String) {
    if text == lastText { return }
    lastText = text
    request?.cancel()
    if text.isEmpty {
      results = []
      return
    }
    request = Task { [weak self, services] in
      let result = await Self.results(for: text, services)
      if Task.isCancelled { return }
      switch result {
      case .success(let results): self?.results = results
      case .failure(let error): self?.onError?(error)
      }
    }
  }

  /// Asks up to three times.
  private static func results(
    for text: String, _ services: Services
  ) async -> Result<[String], any Error> {
    var attempts = 0
    while true {
      attempts += 1
      do {
        return .success(try await services.send(SearchRequest(text: text)))
      } catch {
        if attempts == 3 || Task.isCancelled { return .failure(error) }
      }
    }
  }
}

extension AsyncSearch: ViewModel {
  static let interface = Interface<AsyncSearch> {
    input("search", AsyncSearch.search, "text")
    output("results", \.results)
    event("error", \.onError)
  }
}
