import JSON

/// A type of the standard library whose schema consists of those of its parts.
package protocol ComposedType {
  static func shape(in probe: SchemaProbe, depth: Int) -> Shape
}

extension Optional: ComposedType {
  package static func shape(in probe: SchemaProbe, depth: Int) -> Shape {
    let wrapped = probe.shape(of: Wrapped.self, depth: depth + 1)
    return Shape(schema: Schema.nullable(wrapped.schema), sample: Self.none as Any)
  }
}

extension Array: ComposedType {
  /// The sample has an element if possible: some types trap on an empty array.
  package static func shape(in probe: SchemaProbe, depth: Int) -> Shape {
    let element = probe.shape(of: Element.self, depth: depth + 1)
    return Shape(
      schema: ["type": "array", "items": element.schema],
      sample: (element.sample as? Element).map { [$0] } ?? [])
  }
}

/// A duplicate element in JSON is ignored.
extension Set: ComposedType {
  package static func shape(in probe: SchemaProbe, depth: Int) -> Shape {
    let element = probe.shape(of: Element.self, depth: depth + 1)
    return Shape(schema: ["type": "array", "items": element.schema], sample: Self())
  }
}

/// An object if the keys are strings, else an array of alternating keys and values (SE-0320).
extension Dictionary: ComposedType {
  package static func shape(in probe: SchemaProbe, depth: Int) -> Shape {
    let value = probe.shape(of: Value.self, depth: depth + 1).schema
    guard !isObject else {
      var schema: JSONObject = ["type": "object"]
      schema["propertyNames"] = names(in: probe, depth: depth)
      schema["additionalProperties"] = value
      return Shape(schema: .object(schema), sample: Self())
    }
    let key = probe.shape(of: Key.self, depth: depth + 1).schema
    let schema: JSONValue = [
      "description": "each key followed by its value", "type": "array",
      "prefixItems": [key, value], "items": Schema.union([key, value]),
    ]
    return Shape(schema: schema, sample: Self())
  }

  private static var isObject: Bool {
    Key.self == String.self || Key.self == Int.self || Key.self is any CodingKeyRepresentable.Type
  }

  /// The schema of the member names; `nil` if any is valid or it is unknown.
  private static func names(in probe: SchemaProbe, depth: Int) -> JSONValue? {
    if Key.self == Int.self { return ["pattern": "^[+-]?[0-9]+$"] }
    let schema = probe.resolved(probe.shape(of: Key.self, depth: depth + 1).schema)
    guard case .array(let cases)? = schema["enum"] else { return nil }
    return ["enum": .array(cases.map { $0.stringValue == nil ? .string($0.description) : $0 })]
  }
}
