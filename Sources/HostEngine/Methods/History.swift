import HostProtocol
import JSON
import JSONRPC

/// The recorded causes of a session's turns.
package protocol SessionHistory: AnyObject {
  /// Returns the last turns before the current one.
  ///
  /// - Returns: the result of `session/turns`.
  func turns(_ count: Int) throws(RPCError) -> JSONValue

  /// Returns what another process needs to restore the session to an earlier state.
  func plan(_ target: RewindTarget) throws(RPCError) -> JSONValue
}

/// The state to which a session is restored.
package enum RewindTarget {
  /// The state after a turn, by its number.
  case turn(Int)
  /// The state before the last input.
  case undo
  /// The state after the next input that was undone.
  case redo
}

extension RequestMethod {
  /// `session/turns`: the causes of the last turns.
  static let turns = RequestMethod { (session, request: TurnsRequest, _) throws(RPCError) in
    let history = try session.history(for: TurnsRequest.method)
    return .result(try history.turns(request.count))
  }

  /// `session/rewind`: restores the session to an earlier turn, in another process that takes over.
  static let rewind = RequestMethod { (session, request: RewindRequest, id) throws(RPCError) in
    try session.rewind(.turn(request.turn), for: id, RewindRequest.method)
  }

  /// `session/undo`: restores the session to the state before the last input.
  static let undo = RequestMethod { (session, _: UndoRequest, id) throws(RPCError) in
    try session.rewind(.undo, for: id, UndoRequest.method)
  }

  /// `session/redo`: restores the session to the state after the next input that was undone.
  static let redo = RequestMethod { (session, _: RedoRequest, id) throws(RPCError) in
    try session.rewind(.redo, for: id, RedoRequest.method)
  }
}

extension Session {
  fileprivate func history(for method: String) throws(RPCError) -> any SessionHistory {
    if let history { return history }
    throw RPCError(
      .methodNotFound, "\(method) needs a host that was started with --supervised")
  }

  /// Starts a rewind. The answer comes from the process that takes over, or when none does.
  fileprivate func rewind(
    _ target: RewindTarget, for id: RequestID, _ method: String
  ) throws(RPCError) -> RequestMethod.Outcome {
    let history = try history(for: method)
    if turn.isArray {
      throw RPCError(.invalidRequest, "Invalid request: \(method) stands on a line of its own")
    }
    beginRewind((id, try history.plan(target)))
    return .later
  }
}
