import JSON
import JSONRPC

/// `replay/hold`: from now on, steps of tasks on other threads wait for `replay/run`, their results
/// for `replay/arrival`, and the rest of a turn that was cut off for `replay/proceed`.
package struct HoldRequest: FrontendRequest {
  package static let method = "replay/hold"

  package static var schema: RequestSchema {
    RequestSchema(
      "In a recording: what tasks do waits from here on.",
      params: .object(optional: ["lineBytes": .count, "calls": .count]), canBeNotification: true)
  }

  /// The limits of the recorded host, where they may differ from those of this one.
  package var lineBytes: Int?
  package var calls: Int?

  package init(lineBytes: Int, calls: Int) {
    self.lineBytes = lineBytes
    self.calls = calls
  }

  package init(_ params: Params) throws(RPCError) {
    lineBytes = try params.optionalCount("lineBytes")
    calls = try params.optionalCount("calls")
  }

  package var params: JSONValue {
    var params: JSONObject = [:]
    if let lineBytes { params["lineBytes"] = .integer(Int64(lineBytes)) }
    if let calls { params["calls"] = .integer(Int64(calls)) }
    return .object(params)
  }
}
