import JSON
import JSONRPC

/// `viewModel/window`: moves the window that a list is observed through.
package struct WindowRequest: FrontendRequest {
  package static let method = "viewModel/window"

  package static var schema: RequestSchema {
    RequestSchema(
      "Moves the window through which a list is observed.",
      params: .object([
        "id": .instanceID, "output": .text, "offset": .integer, "limit": .count,
      ]),
      result: .sent(["total": .count, "offset": .count, "limit": .count]))
  }

  package var id: String
  package var output: String
  /// Counts from 0; what is less is taken for 0.
  package var offset: Int
  /// 0 or more.
  package var limit: Int

  package init(_ params: Params) throws(RPCError) {
    id = try params.string("id")
    output = try params.string("output")
    offset = Int(clamping: try params.integer("offset"))
    limit = try params.count("limit")
  }

  /// The answer: where the window stands when the turn has settled.
  ///
  /// - Parameter total: how many rows the list has.
  package static func result(total: Int, offset: Int, limit: Int) -> JSONValue {
    [
      "total": .integer(Int64(total)), "offset": .integer(Int64(offset)),
      "limit": .integer(Int64(limit)),
    ]
  }
}
