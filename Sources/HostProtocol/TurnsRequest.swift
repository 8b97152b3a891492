import JSON
import JSONRPC

/// `session/turns`: the causes of the last turns.
package struct TurnsRequest: FrontendRequest {
  package static let method = "session/turns"

  package static var schema: RequestSchema {
    let turn = MessageSchema.sent(
      ["turn": .count, "cause": .oneOf(["line", "timer", "task", "host"])],
      optional: ["messages": .list(of: .anyObject), "step": .constant(true)])
    return RequestSchema(
      "What the last turns came from, and those that were taken back.",
      params: .object(optional: ["count": .count]),
      result: .sent(["turn": .count, "turns": .list(of: turn), "undone": .list(of: turn)]))
  }

  /// The most turns to list.
  package var count: Int

  package init(_ params: Params) throws(RPCError) {
    count = try params.optionalCount("count") ?? 100
  }

  /// Returns the result of the request.
  ///
  /// - Parameters:
  ///   - turn: the number of the turn whose state the session has.
  ///   - turns: the last turns up to that, in order.
  ///   - undone: the next turns that were undone, in order.
  package static func result(turn: Int, turns: [Turn], undone: [Turn]) -> JSONValue {
    [
      "turn": .integer(Int64(turn)), "turns": .array(turns.map(\.json)),
      "undone": .array(undone.map(\.json)),
    ]
  }

  package struct Turn {
    package var number: Int
    /// Its cause: `line`, `timer`, `task` or `host`.
    package var cause: String
    /// The method of each message of its line, with the instance and the input, if any.
    package var messages: [JSONValue]
    /// Whether `session/undo` undoes it.
    package var isStep: Bool

    package init(_ number: Int, _ cause: String, _ messages: [JSONValue], isStep: Bool) {
      self.number = number
      self.cause = cause
      self.messages = messages
      self.isStep = isStep
    }

    fileprivate var json: JSONValue {
      var members: JSONObject = ["turn": .integer(Int64(number)), "cause": .string(cause)]
      if !messages.isEmpty { members["messages"] = .array(messages) }
      if isStep { members["step"] = true }
      return .object(members)
    }
  }
}
