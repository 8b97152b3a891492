/// Any JSON value (RFC 8259).
public enum JSONValue: Sendable {
  /// The literal `null`.
  case null
  /// The literals `true` and `false`; never equal to a number.
  case bool(Bool)
  /// An integer from -2^63 to 2^63-1; kept exactly. A text's number is one if that is its value, in
  /// whatever way it is written: `1000`, `1000.0`, `1e3`, and `-0` is 0.
  case integer(Int64)
  /// Any other number: the nearest double; never infinite, never NaN.
  case double(Double)
  /// A text, kept code unit for code unit: it is never normalized.
  case string(String)
  /// The elements of an array, in order.
  case array([JSONValue])
  /// The members of an object, in the order in which they were inserted.
  case object(JSONObject)
}

extension JSONValue {
  /// What sort of value this is, in words for an error message: "a string", "an integer".
  public var kind: String {
    switch self {
    case .null: "null"
    case .bool: "a boolean"
    case .integer: "an integer"
    case .double: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }

  /// Whether this is `null`.
  public var isNull: Bool {
    if case .null = self { true } else { false }
  }

  /// The boolean, or nil when this is something else.
  public var boolValue: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  /// The number as an exact integer, or nil when this is something else. A double like `1.0` is one,
  /// too; but beyond ±2^53, where a double stands for several integers, only what was kept as an integer.
  public var integerValue: Int64? {
    switch self {
    case .integer(let value): value
    case .double(let value): value.magnitude <= 0x1p53 ? value.exactInteger : nil
    default: nil
    }
  }

  /// The number as the nearest double, or nil when this is not a number.
  public var doubleValue: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .double(let value): value
    default: nil
    }
  }

  /// The text, or nil when this is something else.
  public var stringValue: String? {
    if case .string(let value) = self { value } else { nil }
  }

  /// The elements, or nil when this is not an array.
  public var arrayValue: [JSONValue]? {
    if case .array(let value) = self { value } else { nil }
  }

  /// The members, or nil when this is not an object.
  public var objectValue: JSONObject? {
    if case .object(let value) = self { value } else { nil }
  }

  /// The value of an object's member; nil when there is none, or when this is not an object.
  public subscript(key: String) -> JSONValue? {
    if case .object(let object) = self { object[key] } else { nil }
  }

  /// An array's element; nil when the index is out of bounds, or when this is not an array.
  public subscript(index: Int) -> JSONValue? {
    guard case .array(let array) = self, array.indices.contains(index) else { return nil }
    return array[index]
  }
}
