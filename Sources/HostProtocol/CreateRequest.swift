import JSON
import JSONRPC

/// `viewModel/create`: makes an instance.
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
  /// `nil` when the host is to choose one. It has at most ``idLimit`` bytes, as each update repeats it.
  package var id: String?
  package var parameters: JSONValue?
  /// The ids of the instances that fill the roles, if any are given.
  package var uses: JSONObject?
  /// The outputs that are to be part of the state; `nil` for all.
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
