import JSON
import JSONRPC

/// `viewModel/input`: calls an input, without an answer. It is valid as long as the text of the message.
package struct InputNotification: ~Copyable {
  package static let method: StaticString = "viewModel/input"

  package var id: JSONText
  package var input: JSONText
  package var arguments: JSONValue?
  /// A number or a string of the frontend's choice.
  package var seq: JSONValue?

  package init(_ params: Params) throws(RPCError) {
    // An input is most of what comes: its members are gone through once.
    var (id, input): (IndexedValue?, IndexedValue?)
    var (arguments, seq): (JSONValue?, JSONValue?)
    params.forEachMember { name, value in
      switch name {
      case "id": id = value
      case "input": input = value
      case "arguments": arguments = value.json
      case "seq": seq = value.json
      default: break
      }
    }
    switch seq {
    case nil, .integer?, .double?, .string?: break
    case let other?: throw params.mistyped("seq", "a number or a string", other)
    }
    let (idText, inputText) = (try params.text("id", in: id), try params.text("input", in: input))
    self.id = idText
    self.input = inputText
    self.arguments = arguments
    self.seq = seq
  }
}
