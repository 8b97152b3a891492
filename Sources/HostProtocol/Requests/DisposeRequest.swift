import JSON
import JSONRPC

/// `viewModel/dispose`: ends an instance.
package struct DisposeRequest: FrontendRequest {
  package static let method = "viewModel/dispose"

  package var id: String

  package init(_ params: Params) throws(RPCError) { id = try params.string("id") }

  /// Reads the params, which are next.
  init?(_ cursor: inout JSONCursor) {
    cursor.openObject()
    guard cursor.nextKey()?.holds("id") == true, let text = cursor.plainString(),
      cursor.nextKey() == nil
    else { return nil }
    id = String(plain: text)
  }
}
