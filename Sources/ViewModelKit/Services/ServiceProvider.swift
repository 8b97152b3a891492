import Hosting
import JSON
import Reactive

/// What puts the service calls of one instance to the frontend.
package protocol ServiceProvider {
  /// Whether the frontend has said that it answers this service.
  func answers(_ service: String) -> Bool

  /// Whether calls are put to the frontend that are answered in Swift: when nothing is to be done but to say what would
  /// be.
  var takesAll: Bool { get }

  /// Starts a call, which is sent with the turn.
  func start(_ call: ServiceCall)

  /// A request has failed as nobody answers the service.
  func noteUnanswered(_ service: String)

  /// Nobody waits for the answer any more. A call that is not open is ignored.
  func cancel(_ call: ServiceCall)
}

extension ServiceProvider {
  /// Only what the frontend has said that it answers.
  package var takesAll: Bool { false }
}

/// A call that the frontend answers, until it has been answered or cancelled.
package final class ServiceCall {
  package let service: String
  package let arguments: JSONValue
  package let timeout: Duration?
  /// How far it has come; the provider's.
  package var state = State.unsent
  /// Ends it when the frontend takes too long; the provider's.
  package var timer: (any Disposable)?
  /// Takes the answer, once.
  ///
  /// Throws ``ArgumentError`` when it is not what was asked for; the ViewModel has that as an error then.
  package let complete: (Result<JSONValue, ServiceError>) throws -> Void

  package enum State: Equatable {
    case unsent
    /// With the number under which it was sent.
    case sent(Int)
    /// Nobody waits for an answer any more.
    case ended
  }

  package init(
    _ service: String, _ arguments: JSONValue, timeout: Duration?,
    completion: @escaping (Result<JSONValue, ServiceError>) throws -> Void
  ) {
    self.service = service
    self.arguments = arguments
    self.timeout = timeout
    complete = completion
  }
}

/// Says that nobody answers a service without which a ViewModel cannot be made.
package struct ServiceMissing: Error {
  package let service: String
}
