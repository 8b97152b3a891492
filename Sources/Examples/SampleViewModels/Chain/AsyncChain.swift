import ViewModelKit

/// Two requests as asynchronous calls, which an error does not end: the next fetch asks
/// again.
final class AsyncChain {
  /// Whether what was asked for has worked.
  var onFinalStatus: ((Bool) -> Void)?

  private let services: Services

  init(services: Services) { self.services = services }

  /// Fetches the user, and has them processed.
  ///
  /// - Returns: whether it has worked; `nil` when a request failed, or who called has left.
  func fetch() async -> Bool? {
    do {
      let user = try await services.send(FetchUserRequest())
      let status = try await services.send(ProcessUserRequest(userId: user.id))
      onFinalStatus?(status)
      return status
    } catch is CancellationError {
      return nil
    } catch {
      print("The chain has failed: \(error)")
      return nil
    }
  }
}

extension AsyncChain: ViewModel {
  static let interface = Interface<AsyncChain> {
    input("fetch", AsyncChain.fetch)
    event("finalStatus", \.onFinalStatus)
  }
}
