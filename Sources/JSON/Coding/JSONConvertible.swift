/// A type that has a JSON form of its own, which the Codable bridge uses wherever a value of the type
/// stands inside a Codable type, in place of its `encode(to:)` and `init(from:)`.
///
/// So a module can give `Date` or `URL` the usual form without this one knowing them. The standard
/// library's own types conform, which makes them quick.
public protocol JSONConvertible {
  /// Makes the value from its JSON form.
  ///
  /// Throw a ``JSONConversionError`` to say what was expected: the bridge adds the path and what was
  /// found. An error of another type is passed on as the cause.
  init(json: JSONValue) throws

  /// The JSON form of the value. Throw a ``JSONConversionError`` when it has none.
  var json: JSONValue { get throws }
}

/// Why a value has no JSON form, or a JSON value is not one of a type.
public struct JSONConversionError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What is wrong, in words that stand after a path: "expected a URL, found a number".
  public let description: String

  /// An error with a sentence of its own.
  public init(_ description: String) {
    self.description = description
  }

  /// The error that something else was expected; say it with its article: "a date".
  public init(expected: String, found: JSONValue) {
    description = "expected \(expected), found \(found.kind)"
  }
}

extension JSONValue: JSONConvertible {
  /// The value as it is.
  public init(json: JSONValue) { self = json }
  /// The value as it is.
  public var json: JSONValue { self }
}

extension JSONObject: JSONConvertible {
  /// The members of an object.
  public init(json: JSONValue) throws {
    guard case .object(let object) = json else {
      throw JSONConversionError(expected: "an object", found: json)
    }
    self = object
  }
  /// The object as a value.
  public var json: JSONValue { .object(self) }
}
