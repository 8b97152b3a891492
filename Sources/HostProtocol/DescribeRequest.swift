import JSONRPC

/// `viewModel/describe`: what a ViewModel takes and gives.
package struct DescribeRequest: FrontendRequest {
  package static let method = "viewModel/describe"

  package var name: String

  package init(_ params: Params) throws(RPCError) { name = try params.string("name") }
}
