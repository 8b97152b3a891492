import ReactiveCombine
import ViewModelKit

struct Example: Codable, Equatable {
  let v: Int
}

struct ExampleState: Encodable, Equatable {
  let example: Example
}

/// Asks for the example.
struct ExampleRequest: ServiceRequest {
  static let service = "example"
  typealias Response = Example
}

/// The service as an app has it, with a callback, and the two forms that are made of it.
final class ExampleAPI {
  private let services: Services

  init(services: Services) { self.services = services }

  func fetch(completion: @escaping (Result<Example, any Error>) -> Void) {
    services.send(ExampleRequest(), completion: completion)
  }

  /// Asks once, when it is made; it cannot be cancelled.
  func fetch() -> Future<Example, any Error> {
    Future { promise in self.fetch { promise($0) } }
  }

  func fetch() async throws -> Example {
    try await withCheckedThrowingContinuation { continuation in
      fetch { continuation.resume(with: $0) }
    }
  }
}
