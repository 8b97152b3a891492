import JSON

/// What the JSON of a type looks like, as a JSON Schema (draft 2020-12): see `viewModel/describe` in `protocol.md`.
///
/// There is a rule for each kind of type, which ``SchemaProbe`` tries in order: those of the standard library that are
/// made of others, types with a JSON form of their own, enums without associated values, and what is `Decodable`.
package enum Schema {
  /// The schema of a type, which refers to nothing outside of itself; `{}`, any JSON, when it cannot be told.
  package static func of(_ type: Any.Type) -> JSONValue {
    let probe = SchemaProbe()
    let schema = probe.schema(of: type)
    return SchemaInlining(probe.definitions).inlined(schema)
  }

  /// A schema in words that stand after "expected": `an integer`, `an array`, `"on" or "off"`.
  package static func words(_ schema: JSONValue) -> String {
    let words = alternatives(schema).joined(separator: " or ")
    return words.isEmpty ? "a value" : words
  }

  /// Without the words for what any JSON would be.
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

  /// The values of which one is expected at a place of the JSON; `nil` where a schema does not list them.
  ///
  /// - Parameter path: leads to the place, by names of members and indices.
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

/// How schemas are put together.
extension Schema {
  /// Any JSON.
  package static let any: JSONValue = [:]

  /// The comment on a type that stops at a sample, so that what it would read next is not known.
  package static let incomplete = "read only in part"

  /// The same or null.
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

  /// An enum's case as an object that has it as a member.
  static func enumCase(_ name: String, _ payload: JSONValue) -> JSONValue {
    ["type": "object", "properties": [name: payload], "required": [.string(name)]]
  }

  /// What is valid for one of several schemas, or more.
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

  /// The members that list alternatives, and what null is among them.
  private static let nulls: [(member: String, null: JSONValue)] = [
    ("enum", nil), ("anyOf", ["type": "null"]), ("oneOf", ["type": "null"]),
  ]

  /// The same in that order, each once.
  package static func uniqued<Value: Hashable>(_ values: [Value]) -> [Value] {
    var known: Set<Value> = []
    return values.filter { known.insert($0).inserted }
  }
}
