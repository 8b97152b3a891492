import Hosting
import JSON
import Reactive

/// A request from its start until it has its response or is cancelled. Disposing it cancels it.
final class PendingRequest<Request: ServiceRequest>: Disposable {
  /// Receives the response; `nil` once the request has ended.
  private var completion: ((Result<Request.Response, any Error>) -> Void)?
  private let onDispose: (() -> Void)?
  private let hasEnded: () -> Void
  private var cancel: (() -> Void)?

  /// - Parameters:
  ///   - completion: receives the response, once, unless the request is cancelled.
  ///   - onDispose: is called instead when the instance is disposed.
  ///   - hasEnded: is called when the request has its response or is cancelled.
  init(
    _ completion: @escaping (Result<Request.Response, any Error>) -> Void,
    _ onDispose: (() -> Void)?, hasEnded: @escaping () -> Void
  ) {
    self.completion = completion
    self.onDispose = onDispose
    self.hasEnded = hasEnded
  }

  nonisolated deinit {}

  /// Sets the closure that cancels the work; calls it at once if the request has ended.
  func cancelsWith(_ cancel: @escaping () -> Void) {
    if completion == nil { cancel() } else { self.cancel = cancel }
  }

  func complete(_ result: Result<Request.Response, any Error>) {
    guard let completion else { return }
    dispose()
    completion(result)
  }

  func dispose() {
    guard completion != nil else { return }
    completion = nil
    hasEnded()
    cancel.take()?()
  }

  /// Ends the request because the instance is disposed.
  func end() {
    guard completion != nil else { return }
    completion = nil
    cancel.take()?()
    onDispose?()
  }

  /// Makes the call that asks the frontend.
  ///
  /// - Throws: `EncodingError`.
  func call(_ request: Request) throws -> ServiceCall {
    ServiceCall(
      Request.service, try JSONValue(encoding: request), timeout: Request.timeout
    ) { [self] answer in
      switch answer {
      case .failure(let error): complete(.failure(error))
      case .success(let json):
        do {
          complete(.success(try json.decode(Request.Response.self)))
        } catch let error as DecodingError {
          complete(
            .failure(
              ServiceError(
                service: Request.service, code: ServiceError.invalidResponse,
                message: "The answer does not fit the service \(Request.service): \(error.sentence)"
              )))
          throw ArgumentError(path: error.pointer.tokens, message: error.problem)
        }
      }
    }
  }
}
