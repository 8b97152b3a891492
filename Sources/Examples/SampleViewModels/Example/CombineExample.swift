import ReactiveCombine
import ViewModelKit

/// State and error as published properties, and a pipeline between the two, which the first error
/// ends.
final class CombineExample {
  @Published private(set) var state: ExampleState?
  @Published private(set) var error: (any Error)?

  private let fetchSubject = PassthroughSubject<Void, Never>()
  private var subscriptions: Set<AnyCancellable> = []

  init(api: ExampleAPI) {
    fetchSubject
      .setFailureType(to: (any Error).self)
      .flatMap { api.fetch() }
      .sink { [weak self] completion in
        if case .failure(let error) = completion { self?.error = error }
      } receiveValue: { [weak self] example in
        self?.state = ExampleState(example: example)
      }
      .store(in: &subscriptions)
  }

  func fetch() { fetchSubject.send() }
}

extension CombineExample: ViewModel {
  static let interface = Interface<CombineExample> {
    input("fetch", CombineExample.fetch)
    output("state", \.$state)
    output("error") { $0.$error.map { $0.map { "\($0)" } } }
  }
}
