/// Any JSON value (RFC 8259).
public enum JSONValue: Sendable {
  case null
  case bool(Bool)
  /// A number without fraction or exponent that fits; kept exactly.
  case integer(Int64)
  /// Any other number: the nearest double; never infinite, never NaN.
  case double(Double)
  case string(String)
  case array([JSONValue])
  case object(JSONObject)
}

/// The members of a JSON object, in the order in which they were inserted.
public struct JSONObject: Sendable {
}
