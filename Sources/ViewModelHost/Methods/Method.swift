import JSON
import JSONRPC

/// A method that a frontend requests. Each has a file of its own, and a line in ``all``.
struct RequestMethod {
  /// What a request comes to.
  enum Outcome {
    case result(JSONValue)
    /// The instance as it is when the turn has settled.
    case snapshot(Instance)
    /// The answer follows when something has finished.
    case later
  }

  static let all: [RequestMethod] = [
    .initialize, .ping, .shutdown, .list, .describe, .create, .observe, .dispose, .snapshot,
    .call, .pending, .advanceClock,
  ]

  static let named = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

  let name: String
  /// Whether it is allowed in every phase of the conversation.
  var isAlwaysAllowed = false
  /// Whether this host has it at all.
  var isOffered: (Session) -> Bool = { _ in true }
  let handle: (Session, Params, Reply) throws(RPCError) -> Outcome

  /// Refuses whatever is not allowed in every phase.
  static func refuse(in phase: Session.Phase) throws(RPCError) {
    switch phase {
    case .fresh, .running: break
    case .refused:
      throw RPCError(
        .notInitialized,
        "Not initialized: the frontend and this host found no common protocol version")
    case .shutDown, .ended: throw RPCError(.shutDown, "The host is shut down")
    }
  }
}

/// A notification that a frontend sends. Each has a file of its own, and a line in ``all``.
struct NotificationMethod {
  static let all: [NotificationMethod] = [.input, .cancelRequest, .exit]

  static let named = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

  let name: String
  let handle: (Session, JSONValue?) -> Void
}
