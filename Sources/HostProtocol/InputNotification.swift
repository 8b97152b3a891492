import JSON
import JSONRPC

/// `viewModel/input`: calls an input, without an answer. It is valid as long as the text of the
/// message.
package struct InputNotification: ~Copyable {
  package static let method: StaticString = "viewModel/input"

  package static var schema: NotificationSchema {
    NotificationSchema(
      "Calls an input.",
      params: .object(
        ["id": .instanceID, "input": .text],
        optional: ["arguments": .arguments, "seq": .sequence, "step": .bool]))
  }

  package var id: JSONText
  package var input: JSONText
  package var arguments: JSONValue?
  /// A number or a string of the frontend's choice.
  package var seq: JSONValue?

  package init(_ params: Params) throws(RPCError) {
    let seq = params.optional("seq")
    switch seq {
    case nil, .integer?, .double?, .string?: break
    case let other?: throw params.mistyped("seq", "a number or a string", other)
    }
    let id = try params.text("id")
    let input = try params.text("input")
    _ = try params.optionalBool("step")
    self.id = id
    self.input = input
    arguments = params.optional("arguments")
    self.seq = seq
  }
}
