import JSON

/// Replaces each reference in a schema by its definition. Only a recursive type stays a reference,
/// to the schema's own `$defs`.
package struct SchemaInlining {
  private let definitions: JSONObject
  /// The names of the recursive types.
  private let recursive: Set<String>

  package init(_ definitions: JSONObject) {
    self.definitions = definitions
    var graph: [String: Set<String>] = [:]
    for (name, schema) in definitions { graph[name] = Set(Self.names(in: schema)) }
    recursive = Self.cycles(in: graph)
  }

  package func inlined(_ schema: JSONValue) -> JSONValue {
    var inliner = Inliner(definitions: definitions, recursive: recursive)
    let schema = inliner.inlined(schema)
    var own = JSONObject()
    while let name = inliner.wanted.first(where: { own[$0] == nil }) {
      own[name] = inliner.inlined(definitions[name] ?? Schema.any)
    }
    guard !own.isEmpty, case .object(var object) = schema else { return schema }
    object["$defs"] = .object(own)
    return .object(object)
  }

  private static func names(in schema: JSONValue) -> [String] {
    switch schema {
    case .array(let schemas): return schemas.flatMap(names)
    case .object(let object):
      return (Schema.name(in: schema).map { [$0] } ?? []) + object.flatMap { names(in: $0.value) }
    default: return []
    }
  }

  /// The names that remain after repeatedly removing those without references to remaining names,
  /// and those that none refers to.
  private static func cycles(in graph: [String: Set<String>]) -> Set<String> {
    var left = graph
    while true {
      let targets = left.values.reduce(into: Set<String>()) { $0.formUnion($1) }
      let next = left.filter { name, references in
        targets.contains(name) && references.contains { left[$0] != nil }
      }
      if next.count == left.count { return Set(left.keys) }
      left = next
    }
  }
}

private struct Inliner {
  let definitions: JSONObject
  let recursive: Set<String>
  /// The definitions that references use.
  private(set) var wanted: [String] = []
  /// The number of JSON values left. Nested duplicates grow exponentially.
  private var room = 5000

  init(definitions: JSONObject, recursive: Set<String>) {
    self.definitions = definitions
    self.recursive = recursive
  }

  mutating func inlined(_ schema: JSONValue) -> JSONValue {
    room -= 1
    guard case .object(let object) = schema else { return schema }
    guard room > 0 else { return Schema.any }
    if let name = Schema.name(in: schema) {
      guard recursive.contains(name) else {
        return Self.merged(inlined(definitions[name] ?? Schema.any), object)
      }
      if !wanted.contains(name) { wanted.append(name) }
      return schema
    }
    if case .array(let schemas)? = object["anyOf"],
      object.allSatisfy({ ["anyOf", "description"].contains($0.key) })
    {
      let isNullable = schemas.contains(["type": "null"])
      let union = Schema.union(schemas.filter { $0 != ["type": "null"] }.map { inlined($0) })
      return Self.merged(isNullable ? Schema.nullable(union) : union, object)
    }
    var result = JSONObject()
    for (keyword, value) in object where keyword != "$comment" {
      result[keyword] = inlined(value, of: keyword)
    }
    return .object(result)
  }

  private mutating func inlined(_ value: JSONValue, of keyword: String) -> JSONValue {
    switch (keyword, value) {
    case ("properties", .object(let members)):
      var result = JSONObject()
      for (name, schema) in members { result[name] = inlined(schema) }
      return .object(result)
    case ("items", _), ("additionalProperties", _), ("propertyNames", _): return inlined(value)
    case ("prefixItems", .array(let schemas)), ("oneOf", .array(let schemas)),
      ("anyOf", .array(let schemas)):
      return .array(schemas.map { inlined($0) })
    default:
      room -= 1
      return value
    }
  }

  /// Adds the keywords beside a reference, such as a default.
  private static func merged(_ schema: JSONValue, _ siblings: JSONObject) -> JSONValue {
    guard siblings.count > 1, case .object(var object) = schema else { return schema }
    for (keyword, value) in siblings where !["$ref", "anyOf"].contains(keyword) {
      object[keyword] = value
    }
    return .object(object)
  }
}
