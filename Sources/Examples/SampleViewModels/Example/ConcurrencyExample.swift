import ReactiveCombine
import ViewModelKit

/// State and error as published properties still, and an asynchronous function between the two:
/// each fetch fails or succeeds on its own.
final class ConcurrencyExample {
  /// What was fetched last.
  @Published private(set) var state: ExampleState?
  /// What went wrong last.
  @Published private(set) var error: (any Error)?

  private let api: ExampleAPI

  init(api: ExampleAPI) { self.api = api }

  /// Asks for the example.
  func fetch() async {
    do {
      state = ExampleState(example: try await api.fetch())
    } catch {
      self.error = error
    }
  }
}

extension ConcurrencyExample: ViewModel {
  static let interface = Interface<ConcurrencyExample> {
    input("fetch", ConcurrencyExample.fetch)
    output("state", \.$state)
    output("error") { $0.$error.map { $0.map { "\($0)" } } }
  }
}
