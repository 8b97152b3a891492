import Dispatch
import ReactiveCombine
import ViewModelKit

/// The search with Combine: the text is a published property, and the request a publisher that
/// asks when it is subscribed, so that `retry` asks again. (A `Future` asks once, when it is made;
/// `retry` would repeat its failure.)
final class CombineSearch {
  @Published var text = ""
  @Published private(set) var results: [String] = []
  let error = PassthroughSubject<any Error, Never>()

  private var cancellables: Set<AnyCancellable> = []

  init(services: Services) {
    $text
      .debounce(for: .milliseconds(300), scheduler: DispatchQueue.main)
      .removeDuplicates()
      .map { [error] text -> AnyPublisher<[String], Never> in
        if text.isEmpty { return Just([]).eraseToAnyPublisher() }
        return services.response(to: SearchRequest(text: text)).asPublisher()
          .retry(2)
          .handleEvents(receiveCompletion: {
            if case .failure(let failure) = $0 { error.send(failure) }
          })
          .catch { _ in Empty() }
          .eraseToAnyPublisher()
      }
      .switchToLatest()
      .sink { [weak self] in self?.results = $0 }
      .store(in: &cancellables)
  }
}

extension CombineSearch: ViewModel {
  static let interface = Interface<CombineSearch> {
    input("search", "text") { $0.text = $1 }
    output("results", \.results)
    event("error", \.error)
  }
}
