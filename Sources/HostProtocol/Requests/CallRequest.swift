import JSON
import JSONRPC

/// What `viewModel/call` and `viewModel/input` have in common: an input of an instance, with arguments.
package struct CallRequest: FrontendRequest {
  package static let method = "viewModel/call"

  package var id: String
  package var input: String
  package var arguments: JSONValue?

  package init(_ params: Params) throws(RPCError) {
    id = try params.string("id")
    input = try params.string("input")
    arguments = params["arguments"]
  }

  /// The answer.
  ///
  /// - Parameter value: what the method has returned.
  package static func result(_ value: JSONValue) -> JSONValue { ["value": value] }
}
