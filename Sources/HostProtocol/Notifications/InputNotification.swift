import JSON
import JSONRPC

/// `viewModel/input`: calls an input, without an answer. Its params are those of ``CallRequest``, with a `seq`.
package enum InputNotification {
  package static let method = "viewModel/input"

  /// The `seq` of the params: a number or a string of the frontend's choice.
  package static func seq(_ params: Params) throws(RPCError) -> JSONValue? {
    switch params["seq"] {
    case nil: nil
    case .integer?, .double?, .string?: params["seq"]
    case let other?: throw params.mistyped("seq", "a number or a string", other)
    }
  }
}
