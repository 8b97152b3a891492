import JSON
import JSONRPC
import Testing

@Suite struct MessageWriterTests {
  private func text(_ body: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter()
    body(&writer)
    return writer.text
  }

  // The expected texts are the examples of JSON-RPC 2.0, section 7, without spaces.

  @Test func aResponseHasIDAndResult() {
    #expect(
      text { $0.writeResponse(id: .integer(1), result: 19) }
        == #"{"jsonrpc":"2.0","id":1,"result":19}"#)
  }

  @Test func anErrorHasCodeAndMessage() {
    let error = RPCError(.methodNotFound, "Method not found")
    #expect(
      text { $0.writeResponse(id: .string("1"), error: error) }
        == #"{"jsonrpc":"2.0","id":"1","error":{"code":-32601,"message":"Method not found"}}"#)
  }

  @Test func aRequestHasIDMethodAndParams() {
    #expect(
      text { $0.writeRequest(id: .integer(1), method: "subtract", params: [42, 23]) }
        == #"{"jsonrpc":"2.0","id":1,"method":"subtract","params":[42,23]}"#)
  }

  @Test func aNotificationHasNoID() {
    #expect(
      text { $0.writeNotification(method: "foobar") } == #"{"jsonrpc":"2.0","method":"foobar"}"#)
  }

  @Test(arguments: [
    (RequestID.integer(7), "7"), (.double(1.5), "1.5"), (.string("a\"b"), #""a\"b""#),
    (.null, "null"),
  ])
  func anIDGoesBackAsItCame(id: RequestID, expected: String) {
    #expect(
      text { $0.writeResponse(id: id, result: [:]) }
        == #"{"jsonrpc":"2.0","id":\#(expected),"result":{}}"#)
  }

  @Test func anErrorReadsBack() throws {
    let error = RPCError(RPCError.Code(rawValue: -32800), "Cancelled", data: ["seq": 1])
    #expect(RPCError(error.json) == error)
    #expect(RPCError(["code": 1]) == nil)
    #expect(RPCError("text") == nil)
  }
}
