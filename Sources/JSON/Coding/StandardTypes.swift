extension Bool: JSONConvertible {
  /// `true` or `false`; a number is not a boolean.
  public init(json: JSONValue) throws {
    guard case .bool(let value) = json else {
      throw JSONConversionError(expected: "a boolean", found: json)
    }
    self = value
  }
  /// `true` or `false`.
  public var json: JSONValue { .bool(self) }
  /// A boolean.
  public static var jsonSchema: JSONValue { ["type": "boolean"] }
}

extension String: JSONConvertible {
  /// The text of a string.
  public init(json: JSONValue) throws {
    guard case .string(let value) = json else {
      throw JSONConversionError(expected: "a string", found: json)
    }
    self = value
  }
  /// The text as a string.
  public var json: JSONValue { .string(self) }
  /// A string.
  public static var jsonSchema: JSONValue { ["type": "string"] }
}

extension Double: JSONConvertible {
  /// The nearest double of a number.
  public init(json: JSONValue) throws {
    guard let value = json.doubleValue else {
      throw JSONConversionError(expected: "a number", found: json)
    }
    self = value
  }
  /// The number; an error when it is infinite or NaN.
  public var json: JSONValue {
    get throws {
      guard isFinite else { throw JSONConversionError("\(self) has no form in JSON") }
      return .double(self)
    }
  }
  /// A number.
  public static var jsonSchema: JSONValue { ["type": "number"] }
}

extension Float: JSONConvertible {
  /// The nearest float of a number that is within its range.
  public init(json: JSONValue) throws {
    let double = try Double(json: json)
    self.init(double)
    guard isFinite else {
      throw JSONConversionError("expected a number in Float's range, found \(json)")
    }
  }
  /// The number with the float's own shortest digits: 0.1, not 0.10000000149011612.
  public var json: JSONValue {
    get throws { try (Double(description) ?? Double(self)).json }
  }
  /// A number.
  public static var jsonSchema: JSONValue { ["type": "number"] }
}

extension FixedWidthInteger {
  /// The integer of a number; see ``JSONValue/integerValue``. An integer that a double cannot hold
  /// exactly may also be a string of its digits.
  public init(json: JSONValue) throws(JSONConversionError) {
    guard let integer = json.integerValue ?? Self.quoted(json), let value = Self(exactly: integer)
    else {
      throw Self.mismatch(json)
    }
    self = value
  }

  @inline(never)
  private static func quoted(_ json: JSONValue) -> Int64? {
    guard case .string(let digits) = json, let integer = Int64(digits),
      integer.magnitude >= 1 << 53, String(integer) == digits
    else { return nil }
    return integer
  }

  @inline(never)
  private static func mismatch(_ json: JSONValue) -> JSONConversionError {
    switch json {
    case .double(let double) where double.magnitude < 0x1p63 && double.exactInteger == nil:
      return JSONConversionError("expected an integer, found \(json)")
    case .double(let double) where double.exactInteger != nil && json.integerValue == nil:
      return JSONConversionError("expected an integer, found a number near \(json)")
    case .integer, .double:
      // No JSON number is an exact integer outside of `Int64`.
      let range = "from \(Int64(clamping: min)) to \(Int64(clamping: max))"
      return JSONConversionError("expected an integer \(range), found \(json)")
    default: return JSONConversionError(expected: "an integer", found: json)
    }
  }

  /// The number; an error outside of `Int64`, where JSON numbers are not exact.
  public var json: JSONValue {
    get throws {
      guard let value = Int64(exactly: self) else {
        throw JSONConversionError("\(self) is outside of the range of exact integers (Int64)")
      }
      return .integer(value)
    }
  }
}

extension JSONConvertible where Self: FixedWidthInteger {
  /// An integer with minimum and maximum, unless they are those of `Int64`: no others are exact in
  /// JSON.
  public static var jsonSchema: JSONValue {
    var schema: JSONObject = ["type": "integer"]
    if let least = Int64(exactly: min), least > .min { schema["minimum"] = .integer(least) }
    if let greatest = Int64(exactly: max), greatest < .max {
      schema["maximum"] = .integer(greatest)
    }
    return .object(schema)
  }
}

extension Int: JSONConvertible {}
extension Int8: JSONConvertible {}
extension Int16: JSONConvertible {}
extension Int32: JSONConvertible {}
extension Int64: JSONConvertible {}
extension Int128: JSONConvertible {}
extension UInt: JSONConvertible {}
extension UInt8: JSONConvertible {}
extension UInt16: JSONConvertible {}
extension UInt32: JSONConvertible {}
extension UInt64: JSONConvertible {}
extension UInt128: JSONConvertible {}
