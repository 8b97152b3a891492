import HostProtocol
import JSON
import JSONRPC

/// Where the response to a request goes.
struct Reply {
  let id: RequestID
  /// Which array of messages the request came in. Arrays are counted.
  let batch: Int?
}

/// What a turn answers, in order, after its update.
enum Answer {
  case response(Reply, Result<JSONValue, RPCError>)
  /// The state of the instance at the end of the turn; updates follow from then on.
  case snapshot(Reply, Instance)
  /// What is so at the end of the turn.
  case settled(Reply, () -> JSONValue)
  case notification(any HostNotification)

  /// Whether it is the first that the frontend hears of an instance.
  var announces: Bool {
    if case .snapshot(_, let instance) = self { !instance.isAnnounced } else { false }
  }

  /// The same as a part of another array.
  func moved(to batch: Int?) -> Answer {
    switch self {
    case .response(let reply, let result): .response(Reply(id: reply.id, batch: batch), result)
    case .snapshot(let reply, let instance): .snapshot(Reply(id: reply.id, batch: batch), instance)
    case .settled(let reply, let value): .settled(Reply(id: reply.id, batch: batch), value)
    case .notification: self
    }
  }

  /// Which array of messages it answers.
  var batch: Int? {
    switch self {
    case .response(let reply, _), .snapshot(let reply, _), .settled(let reply, _): reply.batch
    case .notification: nil
    }
  }
}
