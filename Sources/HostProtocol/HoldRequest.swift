import JSON
import JSONRPC

/// `replay/hold`: what tasks do on other threads waits from now on for `replay/run`, what they bring back for
/// `replay/arrival`, and what is left of a turn that was cut off for `replay/proceed`.
package struct HoldRequest: FrontendRequest {
  package static let method = "replay/hold"

  package static var schema: RequestSchema {
    RequestSchema(
      "In a recording: what tasks do waits from here on.",
      params: .object(optional: ["lineBytes": .count, "calls": .count]), canBeNotification: true)
  }

  /// The limits that the recorded host had, where those of this one may be others.
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
