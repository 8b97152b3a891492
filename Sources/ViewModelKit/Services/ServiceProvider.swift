import Hosting
import JSON
import Reactive

/// Sends the service calls of one instance to the frontend.
package protocol ServiceProvider {
  /// Whether the frontend answers this service (`initialize`).
  func answers(_ service: String) -> Bool

  /// Whether calls go to the frontend even if Swift answers them: when calls are only listed, not
  /// made.
  var takesAll: Bool { get }

  /// Starts a call, which is sent with the turn.
  func start(_ call: ServiceCall)

  /// Notes that a request has failed because neither the frontend nor Swift answers the service.
  func noteUnanswered(_ service: String)

  /// Cancels a call. A call that is not open is ignored.
  func cancel(_ call: ServiceCall)
}

extension ServiceProvider {
  /// Only calls of services that the frontend answers.
  package var takesAll: Bool { false }
}

/// A call to the frontend, until it has been answered or cancelled.
package final class ServiceCall {
  package let service: String
  package let arguments: JSONValue
  package let timeout: Duration?
  /// The state of the call; only the provider changes it.
  package var state = State.unsent
  /// Ends the call after its timeout; only the provider changes it.
  package var timer: (any Disposable)?
  /// Passes the answer on, once.
  ///
  /// Throws ``ArgumentError`` if the answer does not fit the request; the ViewModel then gets that
  /// as an error.
  package let complete: (Result<JSONValue, ServiceError>) throws -> Void

  package enum State: Equatable {
    case unsent
    /// Sent with this number.
    case sent(Int)
    /// Answered or cancelled.
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

/// No one answers a service that a ViewModel requires.
package struct ServiceMissing: Error {
  package let service: String
}
