import JSON

/// What puts the questions of one instance to the frontend.
package protocol ServiceProvider: AnyObject {
  /// Whether the frontend has said that it answers this service.
  func answers(_ service: String) -> Bool

  /// Puts a question, with the turn.
  func ask(_ question: ServiceQuestion)

  /// Nobody waits for the answer any more. A question that is not open is ignored.
  func withdraw(_ question: ServiceQuestion)
}

/// A question to the frontend, until it has been answered or withdrawn.
package final class ServiceQuestion {
  package let service: String
  package let arguments: JSONValue
  package let timeout: Duration?
  /// Takes the answer, once.
  ///
  /// - Throws: ``ArgumentError`` when it is not what was asked for; the ViewModel has been told so then.
  package let take: (Result<JSONValue, ServiceError>) throws -> Void

  package init(
    _ service: String, _ arguments: JSONValue, timeout: Duration?,
    take: @escaping (Result<JSONValue, ServiceError>) throws -> Void
  ) {
    self.service = service
    self.arguments = arguments
    self.timeout = timeout
    self.take = take
  }
}

/// Says that nobody answers a service without which a ViewModel cannot be made.
package struct ServiceMissing: Error {
  package let service: String
}
