import ReactiveCombine
import ViewModelKit

/// Requests at once with Combine's `zip`, which exists for two, three and four publishers, each
/// spelled out.
final class FixedParallel {
  @Published private(set) var results: [String] = []
  @Published private(set) var loading = false
  let error = PassthroughSubject<any Error, Never>()

  private let loadSubject = PassthroughSubject<[PartRequest], Never>()
  private var cancellables: Set<AnyCancellable> = []

  init(services: Services) {
    loadSubject
      .map { [weak self] requests in
        let parts = requests.map { services.response(to: $0).asPublisher() }
        return Self.zip(parts)
          .handleEvents(receiveCompletion: { self?.loadingEnded($0) })
          .catch { _ in Empty<[String], Never>() }
      }
      .switchToLatest()
      .sink { [weak self] in self?.results = $0 }
      .store(in: &cancellables)
  }

  /// - Parameter count: 2 to 4.
  func load(count: Int) throws {
    let requests = try PartRequest.parts(count, of: 2...4)
    loading = true
    loadSubject.send(requests)
  }

  private static func zip(
    _ parts: [AnyPublisher<String, any Error>]
  ) -> AnyPublisher<[String], any Error> {
    switch parts.count {
    case 2: parts[0].zip(parts[1]) { [$0, $1] }.eraseToAnyPublisher()
    case 3: parts[0].zip(parts[1], parts[2]) { [$0, $1, $2] }.eraseToAnyPublisher()
    default:
      parts[0].zip(parts[1], parts[2], parts[3]) { [$0, $1, $2, $3] }.eraseToAnyPublisher()
    }
  }

  private func loadingEnded(_ completion: Subscribers.Completion<any Error>) {
    loading = false
    if case .failure(let failure) = completion { error.send(failure) }
  }
}

extension FixedParallel: ViewModel {
  static let interface = Interface<FixedParallel> {
    input("load", FixedParallel.load, "count")
    output("results", \.results)
    output("loading", \.loading)
    event("error", \.error)
  }
}
