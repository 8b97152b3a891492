import HostProtocol
import JSON
import JSONRPC

/// Where a session keeps what its turns came from, if it does.
package protocol SessionHistory: AnyObject {
  /// The last turns before the one that is under way.
  ///
  /// - Returns: the answer to `session/turns`.
  func turns(_ count: Int) throws(RPCError) -> JSONValue

  /// What another process needs to have the session as it was.
  func plan(_ target: RewindTarget) throws(RPCError) -> JSONValue
}

/// What a session is to be again.
package enum RewindTarget {
  /// What it was after the turn with a number.
  case turn(Int)
  /// What it was before the last input.
  case undo
  /// What it was before the input after the next one that was taken back.
  case redo
}

extension RequestMethod {
  /// `session/turns`: what the last turns came from.
  static let turns = RequestMethod { (session, request: TurnsRequest, _) throws(RPCError) in
    let history = try session.history(for: TurnsRequest.method)
    return .result(try history.turns(request.count))
  }

  /// `session/rewind`: another process takes over, which has the session as it was.
  static let rewind = RequestMethod { (session, request: RewindRequest, id) throws(RPCError) in
    try session.rewind(.turn(request.turn), for: id, RewindRequest.method)
  }

  /// `session/undo`: the same, as it was before the last input.
  static let undo = RequestMethod { (session, _: UndoRequest, id) throws(RPCError) in
    try session.rewind(.undo, for: id, UndoRequest.method)
  }

  /// `session/redo`: the same, as it was after the next input that was taken back.
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

  /// The answer comes from the process that takes over, or when none does.
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
