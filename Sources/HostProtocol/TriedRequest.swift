import JSON
import JSONRPC

/// `replay/tried`: answers the first pending `viewModel/try` with the recorded outcome.
package struct TriedRequest: ReplayRequest {
  package static let method = "replay/tried"

  package static var schema: RequestSchema {
    RequestSchema(
      "In a recording: the answer to a `viewModel/try`.",
      params: .object(optional: ["result": .any, "error": .error]), canBeNotification: true)
  }

  package let outcome: Result<JSONValue, RPCError>

  package init(_ outcome: Result<JSONValue, RPCError>) { self.outcome = outcome }

  package init(_ params: Params) throws(RPCError) {
    try self.init(params: params.json)
  }

  /// Reads ``params``.
  package init(params: JSONValue) throws(RPCError) {
    if let result = params["result"] {
      outcome = .success(result)
    } else if let error = params["error"].flatMap(RPCError.init) {
      outcome = .failure(error)
    } else {
      throw RPCError(invalidParamsAt: [], "expected a result or an error")
    }
  }

  package var params: JSONValue {
    switch outcome {
    case .success(let result): ["result": result]
    case .failure(let error): ["error": error.json]
    }
  }

  /// The error when no request is pending.
  package static let refusal = RPCError(invalidParamsAt: [], "no viewModel/try is open")
}
