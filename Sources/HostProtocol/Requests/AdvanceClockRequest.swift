import JSON
import JSONRPC

/// `clock/advance`: lets virtual time pass.
package struct AdvanceClockRequest: FrontendRequest {
  package static let method = "clock/advance"

  /// How much; 0 or more.
  package var nanoseconds: Int64

  package init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  package init(_ params: Params) throws(RPCError) {
    let milliseconds = try params.number("milliseconds")
    guard milliseconds >= 0 else {
      throw RPCError(
        .invalidParams,
        "params.milliseconds: expected 0 or more, found \(params["milliseconds"] ?? .null)",
        data: ["path": "/milliseconds"])
    }
    // 2^62 nanoseconds are 146 years.
    nanoseconds = Int64(min(milliseconds * 1_000_000, 0x1p62).rounded())
  }

  package var params: JSONValue { ["milliseconds": Self.milliseconds(nanoseconds)] }

  /// The answer.
  ///
  /// - Parameter now: the nanoseconds since the start.
  package static func result(now: Int64) -> JSONValue { ["now": milliseconds(now)] }

  /// A time in milliseconds; a part of one is a fraction.
  private static func milliseconds(_ nanoseconds: Int64) -> JSONValue {
    let (whole, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000)
    return rest == 0 ? .integer(whole) : .double(Double(nanoseconds) / 1_000_000)
  }
}
