#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
public import JSON

extension Date: JSONConvertible, PlainValue {
  /// A time in ISO 8601 and RFC 3339, with an offset, and an optional fraction:
  /// `2026-01-31T12:00:00Z`, `2026-01-31T12:00:00.250+01:00`.
  public init(json: JSONValue) throws {
    guard case .string(let text) = json, let date = Date(iso8601: text) else {
      throw JSONConversionError(expected: "a date such as \"2026-01-31T12:00:00Z\"", in: json)
    }
    self = date
  }

  /// The time to the millisecond, in UTC, in a year from 0 to 9999; a fraction of zero is omitted.
  public var json: JSONValue {
    get throws {
      let milliseconds = (timeIntervalSince1970 * 1000).rounded()
      guard let text = InternetTime.text(milliseconds: milliseconds) else {
        throw JSONConversionError("a date outside of the years 0 to 9999 has no form in JSON")
      }
      return .string(text)
    }
  }

  /// A `date-time` of RFC 3339.
  public static var jsonSchema: JSONValue { ["type": "string", "format": "date-time"] }

  private init?(iso8601 text: String) {
    guard let seconds = InternetTime.seconds(text) else { return nil }
    self.init(timeIntervalSince1970: seconds)
  }
}

extension URL: JSONConvertible, PlainValue {
  /// The URL in a string.
  public init(json: JSONValue) throws {
    guard case .string(let text) = json, let url = URL(string: text) else {
      throw JSONConversionError(expected: "a URL", in: json)
    }
    self = url
  }

  /// The absolute URL as a string.
  public var json: JSONValue { .string(absoluteString) }

  /// A `uri-reference` of RFC 3986, which includes relative URLs; but not an empty one.
  public static var jsonSchema: JSONValue {
    ["type": "string", "format": "uri-reference", "minLength": 1]
  }
}

extension UUID: JSONConvertible, PlainValue {
  /// The UUID in a string, in upper or lower case.
  public init(json: JSONValue) throws {
    guard case .string(let text) = json, let uuid = UUID(uuidString: text) else {
      throw JSONConversionError(expected: "a UUID", in: json)
    }
    self = uuid
  }

  /// The UUID as a string, in upper case like Foundation's.
  public var json: JSONValue { .string(uuidString) }

  /// A `uuid` of RFC 4122.
  public static var jsonSchema: JSONValue { ["type": "string", "format": "uuid"] }
}

extension Data: JSONConvertible, PlainValue {
  /// The bytes of a string in base64 (RFC 4648, with padding).
  public init(json: JSONValue) throws {
    guard case .string(let text) = json, let data = Data(base64Encoded: text) else {
      throw JSONConversionError(expected: "a string in base64", in: json)
    }
    self = data
  }

  /// The bytes as a string in base64.
  public var json: JSONValue { .string(base64EncodedString()) }

  /// A string in base64.
  public static var jsonSchema: JSONValue { ["type": "string", "contentEncoding": "base64"] }
}

extension Decimal: JSONConvertible, PlainValue {
  /// A number, with up to 17 digits, or a string with a number, with all digits.
  public init(json: JSONValue) throws {
    let text =
      switch json {
      case .integer, .double: json.description
      case .string(let text): text
      default: throw JSONConversionError(expected: "a decimal number", found: json)
      }
    guard JSONValue.isNumber(text), let decimal = Decimal(string: text) else {
      throw JSONConversionError(expected: "a decimal number", in: json)
    }
    self = decimal
  }

  /// A number; or a string, if a JSON number could not keep all the digits.
  public var json: JSONValue {
    get throws {
      guard isFinite else { throw JSONConversionError("\(self) has no form in JSON") }
      let text = description
      let number = try? JSONValue(parsing: text)
      if let number, Decimal(string: number.description) == self { return number }
      return .string(text)
    }
  }

  /// A number, or a string with one.
  public static var jsonSchema: JSONValue {
    [
      "type": ["number", "string"],
      "pattern": #"^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?$"#,
    ]
  }
}

extension JSONValue {
  /// Whether a text is a JSON number; Foundation also accepts a text that only begins with one.
  fileprivate static func isNumber(_ text: String) -> Bool {
    // A JSON text may be surrounded by spaces.
    text.utf8.allSatisfy { $0 > UInt8(ascii: " ") }
      && (try? JSONValue(parsing: text))?.doubleValue != nil
  }
}

extension JSONConversionError {
  /// The error for an unexpected value, with its text if it is a string.
  fileprivate init(expected: String, in json: JSONValue) {
    if case .string = json {
      self.init("expected \(expected), found \(json)")
    } else {
      self.init(expected: expected, found: json)
    }
  }
}
