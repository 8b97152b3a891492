import JSON
import JSONRPC

/// `clock/advance`: lets virtual time pass.
package struct AdvanceClockRequest: FrontendRequest {
  package static let method = "clock/advance"

  package static var schema: RequestSchema {
    RequestSchema(
      "Lets virtual time pass.",
      params: .object(["milliseconds": .milliseconds]), result: .sent(["now": .milliseconds]),
      canBeNotification: true)
  }

  /// The time to pass; 0 or more.
  package var nanoseconds: Int64

  package init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  package init(_ params: Params) throws(RPCError) {
    nanoseconds = try Self.nanoseconds("milliseconds", of: params)
  }

  /// Reads a member that is a time in milliseconds.
  static func nanoseconds(
    _ name: StaticString, of params: some MemberReader
  ) throws(RPCError) -> Int64 {
    let milliseconds = try params.number(name)
    let path = params.path + [name.description]
    guard milliseconds >= 0 else {
      throw invalid("0 or more,", params[name] ?? .null, at: path)
    }
    guard milliseconds <= Double(end / 1_000_000) else {
      throw tooMuch(params[name] ?? .null, left: end, at: path)
    }
    return min(Int64((milliseconds * 1_000_000).rounded()), end)
  }

  /// The greatest time, in nanoseconds since the start: 146 years.
  package static let end: Int64 = 4_611_686_018_427_000_000

  /// Returns the error if time would exceed its ``end``.
  ///
  /// - Parameter now: the nanoseconds since the start.
  package func excess(now: Int64) -> RPCError? {
    let left = Self.end - now
    return nanoseconds <= left ? nil : Self.tooMuch(Self.milliseconds(nanoseconds), left: left)
  }

  private static func tooMuch(
    _ found: JSONValue, left: Int64, at path: [String] = ["milliseconds"]
  ) -> RPCError {
    invalid("at most \(milliseconds(left)), where time ends,", found, at: path)
  }

  private static func invalid(
    _ expected: String, _ found: JSONValue, at path: [String]
  ) -> RPCError {
    RPCError(invalidParamsAt: path, "expected \(expected) found \(found)")
  }

  package var params: JSONValue { ["milliseconds": Self.milliseconds(nanoseconds)] }

  /// Returns the result of the request.
  ///
  /// - Parameter now: the nanoseconds since the start.
  package static func result(now: Int64) -> JSONValue { ["now": milliseconds(now)] }

  /// Returns a time in milliseconds; a part of one is a fraction.
  static func milliseconds(_ nanoseconds: Int64) -> JSONValue {
    let (whole, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000)
    return rest == 0 ? .integer(whole) : .double(Double(nanoseconds) / 1_000_000)
  }
}
