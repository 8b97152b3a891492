import JSON
import JSONRPC

/// `viewModel/call`: calls an input, and answers when it has finished. It is valid as long as the
/// text of the message.
package struct CallRequest: FrontendRequest {
  package static let method = "viewModel/call"

  package static var schema: RequestSchema {
    RequestSchema(
      "Calls an input, and is answered when that has finished.",
      params: .object(
        ["id": .instanceID, "input": .text], optional: ["arguments": .arguments, "step": .bool]),
      result: .sent(["value": .any]))
  }

  package var id: JSONText
  package var input: JSONText
  package var arguments: JSONValue?

  package init(_ params: Params) throws(RPCError) {
    id = try params.text("id")
    input = try params.text("input")
    arguments = params.optional("arguments")
    _ = try params.optionalBool("step")
  }
}

extension JSONWriter {
  /// Appends the response to a call.
  ///
  /// - Parameter value: what the method has returned.
  package mutating func writeCallResponse(id: RequestID, value: JSONValue) {
    beginResponse(id: id)
    writeRaw(#"{"value":"#)
    write(value)
    writeByte(UInt8(ascii: "}"))
    endResponse()
  }
}
