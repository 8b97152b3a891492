import JSONRPC

/// `viewModel/snapshot`: an instance's whole state.
package struct SnapshotRequest: FrontendRequest {
  package static let method = "viewModel/snapshot"

  package static var schema: RequestSchema {
    RequestSchema(
      "The state of an instance.",
      params: .object(["id": .instanceID]), result: .instanceState)
  }

  package var id: String

  package init(_ params: Params) throws(RPCError) { id = try params.string("id") }
}
