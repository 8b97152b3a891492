/// Any JSON value (RFC 8259).
public enum JSONValue: Sendable {
  /// The literal `null`.
  case null
  /// The literals `true` and `false`; never equal to a number.
  case bool(Bool)
  /// An integer from -2^63 to 2^63-1, kept exactly. Any number in a text with such a value is one,
  /// however it is written: `1000`, `1000.0`, `1e3`; `-0` is 0.
  case integer(Int64)
  /// Any other number, as the nearest double; never infinite or NaN.
  case double(Double)
  /// A text, kept code unit for code unit without normalization.
  case string(String)
  /// The elements of an array, in order.
  case array([JSONValue])
  /// The members of an object, in insertion order.
  case object(JSONObject)
}

extension JSONValue {
  /// The kind of this value, as words for an error message: "a string", "an integer".
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

  /// The boolean, or nil if this is not one.
  public var boolValue: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  /// The number as an exact integer, or nil. A double such as `1.0` is one, but beyond ±2^53, where
  /// a double stands for several integers, only a value stored as an integer is.
  public var integerValue: Int64? {
    switch self {
    case .integer(let value): value
    case .double(let value): value.magnitude <= 0x1p53 ? value.exactInteger : nil
    default: nil
    }
  }

  /// The number as the nearest double, or nil if this is not a number.
  public var doubleValue: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .double(let value): value
    default: nil
    }
  }

  /// The text, or nil if this is not a string.
  public var stringValue: String? {
    if case .string(let value) = self { value } else { nil }
  }

  /// The elements, or nil if this is not an array.
  public var arrayValue: [JSONValue]? {
    if case .array(let value) = self { value } else { nil }
  }

  /// The members, or nil if this is not an object.
  public var objectValue: JSONObject? {
    if case .object(let value) = self { value } else { nil }
  }

  /// The value of an object's member; nil if it does not exist or this is not an object.
  public subscript(key: String) -> JSONValue? {
    if case .object(let object) = self { object[key] } else { nil }
  }

  /// An array's element; nil if the index is out of bounds or this is not an array.
  public subscript(index: Int) -> JSONValue? {
    guard case .array(let array) = self, array.indices.contains(index) else { return nil }
    return array[index]
  }
}
