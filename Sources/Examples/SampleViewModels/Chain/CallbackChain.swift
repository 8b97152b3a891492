import ViewModelKit

/// Two requests with completion handlers: a level deeper for each, and a way out for
/// errors at each.
final class CallbackChain {
  var onFinalStatus: ((Bool) -> Void)?

  private let services: Services

  init(services: Services) { self.services = services }

  func fetch(completion: @escaping (Result<Bool, any Error>) -> Void) {
    services.send(FetchUserRequest()) { [services, weak self] result in
      switch result {
      case .success(let user):
        services.send(ProcessUserRequest(userId: user.id)) { result in
          if case .success(let status) = result { self?.onFinalStatus?(status) }
          completion(result)
        }
      case .failure(let error):
        completion(.failure(error))
      }
    }
  }
}

extension CallbackChain: ViewModel {
  static let interface = Interface<CallbackChain> {
    input("fetch") { viewModel in try await completion { viewModel.fetch(completion: $0) } }
    event("finalStatus", \.onFinalStatus)
  }
}
