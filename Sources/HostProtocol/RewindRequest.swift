import JSON
import JSONRPC

/// `session/rewind`: restores the session to the state after an earlier turn.
package struct RewindRequest: FrontendRequest {
  package static let method = "session/rewind"

  package static var schema: RequestSchema {
    RequestSchema(
      "The session is again what it was after a turn.", params: .object(["turn": .count]),
      result: resultSchema)
  }

  static let resultSchema = MessageSchema.sent(
    ["turn": .count], optional: ["opened": .list(of: .openedInstance, isNeverEmpty: true)])

  package var turn: Int

  package init(_ params: Params) throws(RPCError) { turn = try params.count("turn") }

  /// Returns the result of the request.
  ///
  /// - Parameters:
  ///   - turn: the number of the turn whose state the session has now.
  ///   - opened: the instances that the frontend does not know, each `{id, name, revision, state}`.
  package static func result(turn: Int, opened: [JSONValue]) -> JSONValue {
    var members: JSONObject = ["turn": .integer(Int64(turn))]
    if !opened.isEmpty { members["opened"] = .array(opened) }
    return .object(members)
  }

  package static func opened(in result: JSONValue) -> [JSONValue] { result.list("opened") }
}
