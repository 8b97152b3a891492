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

  /// The form as a JSON Schema (draft 2020-12), in which hosts describe the type to others: both what `init(json:)`
  /// takes and what `json` gives. Unless it is given, `{}`: any JSON.
  ///
  /// If it has `examples`, values that `init(json:)` takes, types that contain this one can be described better.
  static var jsonSchema: JSONValue { get }
}

extension JSONConvertible {
  /// Any JSON.
  public static var jsonSchema: JSONValue { [:] }
}

/// The type as one that has a form of its own, if it has.
///
/// When a process first asks about a type, the runtime looks through all conformances that there are. So of the types
/// that nearly every ViewModel has it is known here.
package func convertible(_ type: Any.Type) -> (any JSONConvertible.Type)? {
  if type == Int.self { return Int.self }
  if type == Bool.self { return Bool.self }
  if type == String.self { return String.self }
  if type == Double.self { return Double.self }
  return type as? any JSONConvertible.Type
}

/// Why a value has no JSON form, or a JSON value is not one of a type.
public struct JSONConversionError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What is wrong, in words that stand after a path: "expected a URL, found a number".
  public let description: String
  /// Where in the value, when it is made of several; the innermost step first.
  var path: [CodingStep] = []

  /// An error with a sentence of its own.
  public init(_ description: String) {
    self.description = description
  }

  /// The error that something else was expected; say it with its article: "a date".
  public init(expected: String, found: JSONValue) {
    self.init("expected \(expected), found \(found.kind)")
  }

  /// The same error in something that stands at an index.
  func at(index: Int) -> JSONConversionError {
    var error = self
    error.path.append(.index(index))
    return error
  }
}

extension JSONValue: JSONConvertible {
  /// The value as it is.
  public init(json: JSONValue) { self = json }
  /// The value as it is. One that was made with a number that JSON cannot express is an error.
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
  /// The object as a value; an error as it is for that.
  public var json: JSONValue { get throws { try JSONValue.object(self).json } }
  /// An object.
  public static var jsonSchema: JSONValue { ["type": "object"] }
}

/// Arrays of what has a JSON form of its own have one, too, which is made without a container.
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

  /// An array of what the elements are.
  public static var jsonSchema: JSONValue { ["type": "array", "items": Element.jsonSchema] }
}
