import JSONRPC

/// `viewModel/dispose`: disposes an instance.
package struct DisposeRequest: FrontendRequest {
  package static let method = "viewModel/dispose"

  package static var schema: RequestSchema {
    RequestSchema("Ends an instance.", params: .object(["id": .instanceID]))
  }

  package var id: String

  package init(_ params: Params) throws(RPCError) { id = try params.string("id") }
}
