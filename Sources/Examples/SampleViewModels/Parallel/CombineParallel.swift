import ReactiveCombine
import ViewModelKit

/// As many requests at once as the frontend likes, with Combine. Its `zip` takes two, three or four
/// publishers (``FixedParallel``); of any number there is only `MergeMany`, which forgets the
/// order, so each result carries its place.
final class CombineParallel {
  @Published private(set) var results: [String] = []
  @Published private(set) var loading = false
  let error = PassthroughSubject<any Error, Never>()

  private let loadSubject = PassthroughSubject<[PartRequest], Never>()
  private var cancellables: Set<AnyCancellable> = []

  init(services: Services) {
    loadSubject
      .map { [weak self] requests in
        let parts = requests.map { request in
          services.response(to: request).asPublisher().map { (index: request.index, value: $0) }
        }
        return Publishers.MergeMany(parts)
          .collect()
          .map { parts in parts.sorted { $0.index < $1.index }.map(\.value) }
          .handleEvents(receiveCompletion: { self?.loadingEnded($0) })
          .catch { _ in Empty<[String], Never>() }
      }
      .switchToLatest()
      .sink { [weak self] in self?.results = $0 }
      .store(in: &cancellables)
  }

  /// - Parameter count: up to 10,000.
  func load(count: Int) throws {
    let requests = try PartRequest.parts(count)
    loading = true
    loadSubject.send(requests)
  }

  private func loadingEnded(_ completion: Subscribers.Completion<any Error>) {
    loading = false
    if case .failure(let failure) = completion { error.send(failure) }
  }
}

extension CombineParallel: ViewModel {
  static let interface = Interface<CombineParallel> {
    input("load", CombineParallel.load, "count")
    output("results", \.results)
    output("loading", \.loading)
    event("error", \.error)
  }
}
