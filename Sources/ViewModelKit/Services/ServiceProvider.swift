import JSON

/// What puts the service calls of one instance to the frontend.
package protocol ServiceProvider {
  /// Whether the frontend has said that it answers this service.
  func answers(_ service: String) -> Bool

  /// Starts a call, which is sent with the turn.
  func start(_ call: ServiceCall)

  /// Nobody waits for the answer any more. A call that is not open is ignored.
  func cancel(_ call: ServiceCall)
}

/// A call that the frontend answers, until it has been answered or cancelled.
package final class ServiceCall {
  package let service: String
  package let arguments: JSONValue
  package let timeout: Duration?
  /// Takes the answer, once.
  ///
  /// - Throws: ``ArgumentError`` when it is not what was asked for; the ViewModel has been told so then.
  package let end: (Result<JSONValue, ServiceError>) throws -> Void

  package init(
    _ service: String, _ arguments: JSONValue, timeout: Duration?,
    end: @escaping (Result<JSONValue, ServiceError>) throws -> Void
  ) {
    self.service = service
    self.arguments = arguments
    self.timeout = timeout
    self.end = end
  }
}

/// Says that nobody answers a service without which a ViewModel cannot be made.
package struct ServiceMissing: Error {
  package let service: String
}
