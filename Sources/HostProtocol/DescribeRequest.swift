import JSONRPC

/// `viewModel/describe`: the inputs, outputs and events of a ViewModel.
package struct DescribeRequest: FrontendRequest {
  package static let method = "viewModel/describe"

  package static var schema: RequestSchema {
    RequestSchema(
      "What a ViewModel takes and gives.",
      params: .object(["name": .text]), result: ViewModelSchema.description)
  }

  package var name: String

  package init(_ params: Params) throws(RPCError) { name = try params.string("name") }
}
