import JSON
import JSONRPC
import TestSupport
import Testing

@Suite struct MessageTests {
  @Test(arguments: [
    (
      #"{"jsonrpc":"2.0","id":1,"method":"m","params":{"a":1}}"#,
      ReadMessage.request(id: .integer(1), method: "m", params: ["a": 1])
    ),
    (
      #"{"jsonrpc":"2.0","id":"x","method":"m","params":[1,2]}"#,
      .request(id: .string("x"), method: "m", params: [1, 2])
    ),
    (
      #"{"jsonrpc":"2.0","id":1.5,"method":"m"}"#,
      .request(id: .double(1.5), method: "m", params: nil)
    ),
    // A number is known by its value, not by the way in which it is written.
    (
      #"{"jsonrpc":"2.0","id":1.0,"method":"m"}"#,
      .request(id: .integer(1), method: "m", params: nil)
    ),
    (
      #"{"jsonrpc":"2.0","id":9007199254740993e0,"method":"m"}"#,
      .request(id: .integer(9_007_199_254_740_993), method: "m", params: nil)
    ),
    (
      #"{"jsonrpc":"2.0","id":-0.0,"method":"m"}"#,
      .request(id: .integer(0), method: "m", params: nil)
    ),
    (
      #"{"jsonrpc":"2.0","method":"m","unknown":[{}]}"#,
      .notification(method: "m", params: nil)
    ),
    // Libraries that have no way to leave params out write null.
    (
      #"{"jsonrpc":"2.0","id":1,"method":"m","params":null}"#,
      .request(id: .integer(1), method: "m", params: nil)
    ),
    (
      #"{"jsonrpc":"2.0","method":"m","params":null}"#,
      .notification(method: "m", params: nil)
    ),
    // No answer may refuse what a notification brings (section 4.1).
    (
      #"{"jsonrpc":"2.0","method":"m","params":5}"#,
      .notification(method: "m", params: 5)
    ),
    (
      #"{"jsonrpc":"2.0","method":"m","params":"bar"}"#,
      .notification(method: "m", params: "bar")
    ),
    (
      #"{"jsonrpc":"2.0","id":1,"result":null}"#,
      .response(id: .integer(1), .success(.null))
    ),
    (
      #"{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no","data":7}}"#,
      .response(id: .integer(1), .failure(RPCError(.methodNotFound, "no", data: 7)))
    ),
    // An error that is null is none (JSON-RPC 1.0 has it in each response); where there are both,
    // the error counts.
    (
      #"{"jsonrpc":"2.0","id":1,"result":2,"error":null}"#,
      .response(id: .integer(1), .success(2))
    ),
    (
      #"{"jsonrpc":"2.0","id":1,"result":null,"error":{"code":1,"message":"no"}}"#,
      .response(id: .integer(1), .failure(RPCError(RPCError.Code(rawValue: 1), "no")))
    ),
  ])
  func readsWhatIsAMessage(text: String, expected: ReadMessage) throws {
    #expect(try ReadMessage(text) == expected)
  }

  /// JSON that is no message, and the id that the answer carries: that of the message if it can be
  /// read.
  @Test(arguments: [
    (#"1"#, RequestID.null),
    (#""text""#, .null),
    (#"{}"#, .null),
    (#"{"jsonrpc":"2.0"}"#, .null),
    (#"{"jsonrpc":"1.0","id":1,"method":"m"}"#, .integer(1)),
    (#"{"id":1,"method":"m"}"#, .integer(1)),
    (#"{"jsonrpc":2.0,"id":1,"method":"m"}"#, .integer(1)),
    (#"{"jsonrpc":"2.0","id":[],"method":"m"}"#, .null),
    (#"{"jsonrpc":"2.0","id":true,"method":"m"}"#, .null),
    (#"{"jsonrpc":"2.0","id":1,"method":1}"#, .integer(1)),
    (#"{"jsonrpc":"2.0","id":1,"method":"m","params":"bar"}"#, .integer(1)),
    (#"{"jsonrpc":"2.0","id":1,"method":"m","params":5}"#, .integer(1)),
    // Its answer could not be distinguished from that to a line that could not be read.
    (#"{"jsonrpc":"2.0","id":null,"method":"m"}"#, .null),
    (#"{"jsonrpc":"2.0","id":null,"method":"m","params":5}"#, .null),
    // The specification's example (section 7): without a method it is not even a notification.
    (#"{"jsonrpc":"2.0","method":1,"params":"bar"}"#, .null),
    (#"{"method":"m","params":"bar"}"#, .null),
    (#"{"jsonrpc":"2.0","error":{"code":1,"message":"no"}}"#, .null),
    (#"{"jsonrpc":"2.0","result":1}"#, .null),
  ])
  func refusesWhatIsNot(text: String, expected: RequestID) throws {
    guard case .invalid(let id, let error) = try ReadMessage(text) else {
      Issue.record("taken for a message")
      return
    }
    #expect(id == expected)
    #expect(error.code == .invalidRequest)
    #expect(error.message.hasPrefix("Invalid request: "))
  }

  /// A response is never answered with another one, so these are kept apart from requests that are
  /// none.
  @Test(arguments: [
    #"{"jsonrpc":"2.0","id":1,"error":{"code":"x"}}"#,
    #"{"jsonrpc":"2.0","id":1,"error":"net"}"#,
    #"{"jsonrpc":"2.0","id":1,"error":{"code":1}}"#,
    #"{"jsonrpc":"2.0","id":1,"result":1,"error":{"message":"no"}}"#,
  ])
  func refusesAnErrorThatIsNone(text: String) throws {
    #expect(
      try ReadMessage(text)
        == .invalidResponse(
          id: .integer(1),
          RPCError(
            .invalidRequest, "Invalid response: error is not an object with code and message")))
  }

  @Test(arguments: [
    (#"{"id":1,"result":2}"#, "jsonrpc is not \"2.0\""),
    (#"{"jsonrpc":"1.0","id":1,"result":2,"error":null}"#, "jsonrpc is not \"2.0\""),
    (#"{"jsonrpc":"2.0","id":1,"error":null}"#, "error is null, and there is no result"),
  ])
  func refusesAResponseThatIsNone(text: String, reason: String) throws {
    #expect(
      try ReadMessage(text)
        == .invalidResponse(
          id: .integer(1), RPCError(.invalidRequest, "Invalid response: \(reason)")))
  }

  /// Some languages have no integers.
  @Test func aCodeMayBeWrittenWithAPointOrAnExponent() throws {
    #expect(
      RPCError(try JSONValue(parsing: #"{"code":-326e2,"message":"no"}"#))
        == RPCError(RPCError.Code(rawValue: -32600), "no"))
    let error = RPCError(try JSONValue(parsing: #"{"code":-1.0,"message":"no"}"#))
    #expect(error == RPCError(RPCError.Code(rawValue: -1), "no"))
    #expect(RPCError(try JSONValue(parsing: #"{"code":1.5,"message":"no"}"#)) == nil)
    #expect(RPCError(try JSONValue(parsing: #"{"code":1e300,"message":"no"}"#)) == nil)
  }

  @Test func aBatchIsRead() throws {
    let ping = ReadMessage.request(id: .integer(1), method: "ping", params: nil)
    let text = #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#
    #expect(try ReadMessage.read(Array(text.utf8)) == [ping])
    #expect(try ReadMessage.read(Array("[\(text)]".utf8)) == [ping])
    let two = try ReadMessage.read(Array("[\(text),1]".utf8))
    #expect(two.count == 2 && two.first == ping)
    guard case .invalid(.null, _)? = two.last else {
      Issue.record("1 is no message")
      return
    }
  }

  @Test func anEmptyBatchIsOneInvalidMessage() {
    guard case .invalid(.null, let error) = Message.emptyBatch else {
      Issue.record("taken for a message")
      return
    }
    #expect(error.code == .invalidRequest)
  }
}
