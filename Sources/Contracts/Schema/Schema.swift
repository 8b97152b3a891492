import JSON

/// The JSON of a type as a JSON Schema (draft 2020-12): see `viewModel/describe` in `protocol.md`.
///
/// ``SchemaProbe`` tries a rule for each kind of type, in order: composed types of the standard
/// library, types with their own JSON form, enums without associated values, and `Decodable` types.
package enum Schema {
  /// The schema of a type, without references to other documents; `{}`, any JSON, if it is unknown.
  package static func of(_ type: Any.Type) -> JSONValue {
    let probe = SchemaProbe()
    let schema = probe.schema(of: type)
    return SchemaInlining(probe.definitions).inlined(schema)
  }

  /// A schema in words that follow "expected": `an integer`, `an array`, `"on" or "off"`.
  package static func words(_ schema: JSONValue) -> String {
    let words = alternatives(schema).joined(separator: " or ")
    return words.isEmpty ? "a value" : words
  }

  /// The words for each alternative, without any JSON.
  private static func alternatives(_ schema: JSONValue) -> [String] {
    alternatives(schema, schema["$defs"]?.objectValue ?? [:])
  }

  private static func alternatives(_ schema: JSONValue, _ definitions: JSONObject) -> [String] {
    if let definition = name(in: schema).flatMap({ definitions[$0] }) {
      return alternatives(definition, definitions)
    }
    if let values = schema["enum"]?.arrayValue { return values.map(\.description) }
    if let schemas = (schema["anyOf"] ?? schema["oneOf"])?.arrayValue {
      return uniqued(schemas.flatMap { alternatives($0, definitions) })
    }
    switch schema["type"] {
    case .array(let names)?: return names.compactMap(words(forType:))
    case let name?: return words(forType: name).map { [$0] } ?? []
    case nil: return []
    }
  }

  /// The listed values for a part of the JSON; `nil` if the schema does not list them.
  ///
  /// - Parameter path: the names of members and indices that lead to the part.
  package static func values(in schema: JSONValue, at path: ArraySlice<String>) -> [JSONValue]? {
    values(schema, path, schema["$defs"]?.objectValue ?? [:])
  }

  private static func values(
    _ schema: JSONValue, _ path: ArraySlice<String>, _ definitions: JSONObject
  ) -> [JSONValue]? {
    if let definition = name(in: schema).flatMap({ definitions[$0] }) {
      return values(definition, path, definitions)
    }
    if let schemas = (schema["anyOf"] ?? schema["oneOf"])?.arrayValue {
      return schemas.lazy.compactMap { values($0, path, definitions) }.first
    }
    guard let step = path.first else { return schema["enum"]?.arrayValue }
    let part =
      schema["properties"]?[step] ?? Int(step).flatMap { schema["prefixItems"]?[$0] }
      ?? schema["items"] ?? schema["additionalProperties"]
    return part.flatMap { values($0, path.dropFirst(), definitions) }
  }

  private static func words(forType name: JSONValue) -> String? {
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
}

/// Functions that combine schemas.
extension Schema {
  /// Any JSON.
  package static let any: JSONValue = [:]

  /// The comment on a type whose reading stopped at a sample, so that the rest is unknown.
  package static let incomplete = "read only in part"

  /// A schema that also allows null.
  package static func nullable(_ schema: JSONValue) -> JSONValue {
    guard case .object(var object) = schema else { return schema }
    if object["$ref"] != nil { return ["anyOf": [schema, ["type": "null"]]] }
    for (member, null) in nulls {
      guard case .array(let alternatives)? = object[member] else { continue }
      if !alternatives.contains(null) { object[member] = .array(alternatives + [null]) }
      return .object(object)
    }
    switch object["type"] {
    case .array(let types)?:
      if !types.contains("null") { object["type"] = .array(types + ["null"]) }
    case let type?: if type != "null" { object["type"] = [type, "null"] }
    case nil: break
    }
    return .object(object)
  }

  /// An enum's case as an object with a member for it.
  static func enumCase(_ name: String, _ payload: JSONValue) -> JSONValue {
    ["type": "object", "properties": [name: payload], "required": [.string(name)]]
  }

  /// A schema that is valid for each of several schemas, and possibly for more.
  package static func union(_ schemas: [JSONValue]) -> JSONValue {
    let schemas = uniqued(schemas)
    if schemas.count == 1 { return schemas[0] }
    if schemas.isEmpty || schemas.contains(any) { return any }
    let types = schemas.compactMap { schema in
      schema.objectValue?.count == 1 ? schema["type"] : nil
    }
    guard types.count == schemas.count, types.allSatisfy({ $0.stringValue != nil }) else {
      return ["anyOf": .array(schemas)]
    }
    return ["type": .array(types)]
  }

  /// The keywords that list alternatives, and the form of null in each.
  private static let nulls: [(member: String, null: JSONValue)] = [
    ("enum", nil), ("anyOf", ["type": "null"]), ("oneOf", ["type": "null"]),
  ]

  /// The values in order, without duplicates.
  package static func uniqued<Value: Hashable>(_ values: [Value]) -> [Value] {
    var known: Set<Value> = []
    return values.filter { known.insert($0).inserted }
  }
}
