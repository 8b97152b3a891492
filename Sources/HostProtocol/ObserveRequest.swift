import JSONRPC

/// `viewModel/observe`: chooses which outputs are part of an instance's state.
package struct ObserveRequest: FrontendRequest {
  package static let method = "viewModel/observe"

  package static var schema: RequestSchema {
    RequestSchema(
      "Chooses the outputs that are part of the state.",
      params: .object(["id": .instanceID, "observe": .list(of: .observedOutput)]))
  }

  package var id: String
  package var observe: [ObservedOutput]

  package init(_ params: Params) throws(RPCError) {
    id = try params.string("id")
    observe = try params.observedOutputs()
  }
}
