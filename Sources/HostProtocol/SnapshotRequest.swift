import JSONRPC

/// `viewModel/snapshot`: an instance's whole state.
package struct SnapshotRequest: FrontendRequest {
  package static let method = "viewModel/snapshot"

  package var id: String

  package init(_ params: Params) throws(RPCError) { id = try params.string("id") }
}
