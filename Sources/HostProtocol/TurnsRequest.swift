import JSON
import JSONRPC

/// `session/turns`: what the last turns came from.
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

  /// How many are listed.
  package var count: Int

  package init(_ params: Params) throws(RPCError) {
    count = try params.optionalCount("count") ?? 100
  }

  /// The answer.
  ///
  /// - Parameters:
  ///   - turn: the number of the turn after which the session is.
  ///   - turns: the last ones, in order, up to that.
  ///   - undone: the next ones that were taken back, in order.
  package static func result(turn: Int, turns: [Turn], undone: [Turn]) -> JSONValue {
    [
      "turn": .integer(Int64(turn)), "turns": .array(turns.map(\.json)),
      "undone": .array(undone.map(\.json)),
    ]
  }

  /// A turn in an answer.
  package struct Turn {
    package var number: Int
    /// What set it off: `line`, `timer`, `task` or `host`.
    package var cause: String
    /// For each message of its line the method, and which input of which instance it is about.
    package var messages: [JSONValue]
    /// Whether `session/undo` takes it back.
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
