import JSON
import JSONRPC

/// `clock/advance`: lets virtual time pass.
package struct AdvanceClockRequest: FrontendRequest {
  package static let method = "clock/advance"

  /// 0 or more.
  package var milliseconds: Int64

  package init(milliseconds: Int64) { self.milliseconds = milliseconds }

  package init(_ params: Params) throws(RPCError) {
    milliseconds = try params.integer("milliseconds")
    guard milliseconds >= 0 else {
      throw RPCError(
        .invalidParams, "params.milliseconds: expected 0 or more, found \(milliseconds)",
        data: ["path": "/milliseconds"])
    }
  }

  package var params: JSONValue { ["milliseconds": .integer(milliseconds)] }

  /// The answer.
  ///
  /// - Parameter now: the milliseconds since the start.
  package static func result(now: Int64) -> JSONValue { ["now": .integer(now)] }
}
