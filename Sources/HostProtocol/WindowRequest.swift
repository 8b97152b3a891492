import JSON
import JSONRPC

/// `viewModel/window`: moves the window through which a list is observed.
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
  /// The index of the first row, from 0; less counts as 0.
  package var offset: Int
  /// The number of rows; 0 or more.
  package var limit: Int

  package init(_ params: Params) throws(RPCError) {
    id = try params.string("id")
    output = try params.string("output")
    offset = Int(clamping: try params.integer("offset"))
    limit = try params.count("limit")
  }

  /// Returns the result of the request: the position of the window when the turn has settled.
  ///
  /// - Parameter total: the number of rows in the list.
  package static func result(total: Int, offset: Int, limit: Int) -> JSONValue {
    [
      "total": .integer(Int64(total)), "offset": .integer(Int64(offset)),
      "limit": .integer(Int64(limit)),
    ]
  }
}
