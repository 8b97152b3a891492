import JSON
import JSONRPC

/// `viewModel/create`: creates an instance.
package struct CreateRequest: FrontendRequest {
  package static let method = "viewModel/create"

  package static var schema: RequestSchema {
    RequestSchema(
      "Makes an instance.",
      params: .object(
        ["name": .text],
        optional: [
          "id": .instanceID, "parameters": .arguments, "uses": .dictionary(of: .instanceID),
          "observe": .list(of: .observedOutput),
        ]),
      result: .instanceState)
  }

  package var name: String
  /// The id; `nil` to let the host choose one. It has at most ``idLimit`` bytes, as each update
  /// repeats it.
  package var id: String?
  package var parameters: JSONValue?
  /// The ids of the instances that fill the roles, if any are given.
  package var uses: JSONObject?
  /// The outputs in the state; `nil` for all.
  package var observe: [ObservedOutput]?

  package static let idLimit = 1_024

  package init(_ params: Params) throws(RPCError) {
    name = try params.string("name")
    id = try params.optionalString("id")
    if let count = id?.utf8.count, count > Self.idLimit {
      throw RPCError(
        invalidParamsAt: ["id"], "expected at most \(Self.idLimit) bytes, found \(count)")
    }
    parameters = params.optional("parameters")
    uses = try params.optionalObject("uses")
    observe = params.optional("observe") == nil ? nil : try params.observedOutputs()
  }
}
