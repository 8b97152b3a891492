import JSON

/// What the JSON of a type looks like, as a JSON Schema.
///
/// Types of the standard library are known. Any other `Decodable` type is asked: its `init(from:)` is run with a decoder
/// that notes what it reads and answers with empty values. Where that leads nowhere, the schema is `{}`: any JSON.
enum Schema {
  /// The schema of a type; `{}` when it cannot be told.
  static func of(_ type: Any.Type) -> JSONValue {
    var probe = SchemaProbe()
    return probe.schema(of: type)
  }

  /// A schema in words that stand after "expected": `an integer`, `an array`.
  static func words(_ schema: JSONValue) -> String {
    let names: [JSONValue] =
      switch schema["type"] {
      case .array(let names)?: names
      case let name?: [name]
      case nil: []
      }
    let words = names.compactMap { name in
      switch name {
      case "integer": "an integer"
      case "number": "a number"
      case "string": "a string"
      case "boolean": "true or false"
      case "array": "an array"
      case "object": "an object"
      case "null": "null"
      default: nil
      }
    }
    return words.isEmpty ? "a value" : words.joined(separator: " or ")
  }
}

/// Finds the schemas of a type and of all that it is made of.
struct SchemaProbe {
  /// The types that are being looked at; one that contains itself is any JSON where it does.
  private var open: [Any.Type] = []

  mutating func schema(of type: Any.Type) -> JSONValue {
    if let known = Self.known(type) { return known }
    if let optional = type as? any OptionalType.Type {
      return nullable(schema(of: optional.wrapped))
    }
    if let list = type as? any ListType.Type {
      return ["type": "array", "items": schema(of: list.element)]
    }
    if let dictionary = type as? any StringDictionary.Type {
      return ["type": "object", "additionalProperties": schema(of: dictionary.element)]
    }
    if let cases = Self.cases(type) { return ["enum": .array(cases)] }
    guard let decodable = type as? any Decodable.Type, !open.contains(where: { $0 == type }) else {
      return [:]
    }
    open.append(type)
    defer { open.removeLast() }
    return shape(of: decodable)
  }

  /// The members that a type reads, if it reads an object; what it reads, if that is a single value.
  private func shape(of type: any Decodable.Type) -> JSONValue {
    let recorder = ShapeRecorder(probe: self)
    // An error ends the reading early: what was noted before it may be all or not.
    let isComplete = (try? type.init(from: recorder)) != nil
    if let single = recorder.single { return single }
    guard recorder.isObject else { return [:] }
    guard isComplete else { return ["type": "object"] }
    var schema: JSONObject = ["type": "object", "properties": .object(recorder.properties)]
    if !recorder.required.isEmpty {
      schema["required"] = .array(recorder.required.map { .string($0) })
    }
    return .object(schema)
  }

  private func nullable(_ schema: JSONValue) -> JSONValue {
    guard case .object(var object) = schema, let type = object["type"], case .string = type else {
      return [:]
    }
    object["type"] = [type, "null"]
    return .object(object)
  }

  private static func known(_ type: Any.Type) -> JSONValue? {
    switch type {
    case is any FixedWidthInteger.Type: ["type": "integer"]
    case is any BinaryFloatingPoint.Type: ["type": "number"]
    case is String.Type, is Character.Type: ["type": "string"]
    case is Bool.Type: ["type": "boolean"]
    case is JSONValue.Type: [:]
    case is Void.Type: ["type": "null"]
    default: nil
    }
  }

  /// All values of an enum with raw values.
  private static func cases(_ type: Any.Type) -> [JSONValue]? {
    guard let type = type as? any (CaseIterable & RawRepresentable & Encodable).Type else {
      return nil
    }
    func encoded<Cases: CaseIterable & Encodable>(_ type: Cases.Type) -> [JSONValue]? {
      try? type.allCases.map { try JSONValue(encoding: $0) }
    }
    return encoded(type)
  }
}

/// Arrays and sets.
private protocol ListType { static var element: Any.Type { get } }
extension Array: ListType { fileprivate static var element: Any.Type { Element.self } }
extension Set: ListType { fileprivate static var element: Any.Type { Element.self } }

/// Dictionaries whose keys are strings; others are coded in other ways.
private protocol StringDictionary { static var element: Any.Type { get } }
extension Dictionary: StringDictionary where Key == String {
  fileprivate static var element: Any.Type { Value.self }
}
