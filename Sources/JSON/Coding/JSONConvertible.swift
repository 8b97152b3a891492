/// A type with its own JSON form. Inside a Codable type the bridge uses that form instead of the
/// type's `encode(to:)` and `init(from:)`.
///
/// A module can thus give `Date` or `URL` their usual form, which this module does not know. The
/// standard library's types conform for speed.
public protocol JSONConvertible {
  /// Makes the value from its JSON form.
  ///
  /// Throw a ``JSONConversionError`` to state the expectation; the bridge adds the path and the
  /// value found. Errors of other types are passed on as the cause.
  init(json: JSONValue) throws

  /// The JSON form of the value. Throw a ``JSONConversionError`` if it has none.
  var json: JSONValue { get throws }

  /// The form as a JSON Schema (draft 2020-12): the values that `init(json:)` accepts and `json`
  /// returns. The default is `{}`, any JSON.
  ///
  /// Valid values in `examples` improve the description of types that contain this one.
  static var jsonSchema: JSONValue { get }
}

extension JSONConvertible {
  /// Any JSON.
  public static var jsonSchema: JSONValue { [:] }
}

/// Returns the type's conformance, if it has one.
///
/// The runtime searches all conformances at the first lookup of a type, so the most common types
/// are listed here.
package func convertible(_ type: Any.Type) -> (any JSONConvertible.Type)? {
  if type == Int.self { return Int.self }
  if type == Bool.self { return Bool.self }
  if type == String.self { return String.self }
  if type == Double.self { return Double.self }
  return type as? any JSONConvertible.Type
}

/// The reason why a value has no JSON form, or why a JSON value does not fit a type.
public struct JSONConversionError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The problem, as a text that follows a path: "expected a URL, found a number".
  public let description: String
  /// The path within a compound value, innermost step first.
  var path: [CodingStep] = []

  /// Creates an error with this description.
  public init(_ description: String) {
    self.description = description
  }

  /// Creates an error from an expectation with its article, such as "a date", and the value found.
  public init(expected: String, found: JSONValue) {
    self.init("expected \(expected), found \(found.kind)")
  }

  /// Returns this error with an index added to its path.
  func at(index: Int) -> JSONConversionError {
    var error = self
    error.path.append(.index(index))
    return error
  }
}

extension JSONValue: JSONConvertible {
  /// Stores the value unchanged.
  public init(json: JSONValue) { self = json }
  /// The value itself. It throws for a number that JSON cannot express.
  public var json: JSONValue {
    get throws {
      try requireFiniteNumbers()
      return self
    }
  }

  private func requireFiniteNumbers() throws {
    switch self {
    case .null, .bool, .integer, .string: break
    case .double(let double):
      if !double.isFinite { throw JSONConversionError("\(double) has no form in JSON") }
    case .array(let elements): for element in elements { try element.requireFiniteNumbers() }
    case .object(let object): for (_, value) in object { try value.requireFiniteNumbers() }
    }
  }
}

extension JSONObject: JSONConvertible {
  /// The members of an object.
  public init(json: JSONValue) throws {
    guard case .object(let object) = json else {
      throw JSONConversionError(expected: "an object", found: json)
    }
    self = object
  }
  /// The object as a value. It throws for a number that JSON cannot express.
  public var json: JSONValue { get throws { try JSONValue.object(self).json } }
  /// An object.
  public static var jsonSchema: JSONValue { ["type": "object"] }
}

/// Arrays of convertible elements are convertible too, and need no container.
extension Array: JSONConvertible where Element: JSONConvertible {
  /// The elements of an array.
  public init(json: JSONValue) throws {
    guard case .array(let elements) = json else {
      throw JSONConversionError(expected: "an array", found: json)
    }
    self = []
    reserveCapacity(elements.count)
    for element in elements {
      do {
        append(try Element(json: element))
      } catch let error as JSONConversionError {
        throw error.at(index: count)
      }
    }
  }

  /// The elements as an array.
  public var json: JSONValue {
    get throws {
      var elements: [JSONValue] = []
      elements.reserveCapacity(count)
      for element in self {
        do {
          elements.append(try element.json)
        } catch let error as JSONConversionError {
          throw error.at(index: elements.count)
        }
      }
      return .array(elements)
    }
  }

  /// An array with the schema of the elements.
  public static var jsonSchema: JSONValue { ["type": "array", "items": Element.jsonSchema] }
}
