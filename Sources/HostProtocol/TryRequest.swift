import JSON
import JSONRPC

/// `viewModel/try`: answers what an input would do, without doing it.
package struct TryRequest: FrontendRequest {
  package static let method = "viewModel/try"

  package static var schema: RequestSchema {
    RequestSchema(
      "What an input would do, also a wrong one. Nothing of it is done.",
      params: .object(
        ["id": .instanceID, "input": .text],
        optional: ["arguments": .any, "seq": .any, "step": .any]),
      result: .anyOf(
        .sent(["messages": .list(of: .sentMessage)]),
        .sent([
          "crashed": .sent(["reason": .text], optional: ["file": .text, "line": .count])
        ])))
  }

  /// The message to try: a `viewModel/input` with the same params.
  package let input: [UInt8]

  package init(_ params: Params) throws(RPCError) {
    _ = try params.text("id")
    _ = try params.text("input")
    var line = JSONWriter()
    line.writeNotification(method: InputNotification.method.description, params: params.json)
    input = line.withBytes { Array($0) }
  }

  /// Returns the result when the input has ended, or waits.
  ///
  /// - Parameter messages: what the host would send, in order.
  package static func result(_ messages: [JSONValue]) -> JSONValue {
    ["messages": .array(messages)]
  }

  /// Returns the result when the input would crash the process.
  package static func result(_ crash: CrashReason) -> JSONValue {
    ["crashed": .object(crash.members)]
  }
}
