import JSON

/// Adds the descriptions of an author's types to their schemas.
extension Descriptions {
  /// The definitions that a probe has found, with their descriptions.
  package func described(_ probe: SchemaProbe) -> JSONObject {
    guard !comments.isEmpty else { return probe.definitions }
    var result = JSONObject()
    for (name, schema) in probe.definitions {
      let type = probe.types[name].flatMap(TypeNames.symbol(of:))
      result[name] = type.map { described(schema, $0) } ?? schema
    }
    return result
  }

  /// Adds the descriptions of a type and of its properties or cases to its schema.
  private func described(_ schema: JSONValue, _ type: String) -> JSONValue {
    guard case .object(var object) = schema else { return schema }
    if let values = object["enum"]?.arrayValue {
      return .object(object.described(listed(values, type, self["$defs", type])))
    }
    if case .object(let properties)? = object["properties"] {
      object["properties"] = .object(
        properties.describing { self["$defs", type, "properties", $0] })
    }
    if case .array(let cases)? = object["oneOf"] {
      object["oneOf"] = .array(cases.map { describedCase($0, type) })
    }
    return .object(object.described(self["$defs", type]))
  }

  /// Adds the descriptions of a case with associated values: `{"post":{"street":"Main Street"}}`.
  private func describedCase(_ schema: JSONValue, _ type: String) -> JSONValue {
    guard case .object(var object) = schema,
      let name = schema["required"]?.arrayValue?.first?.stringValue
    else { return schema }
    if case .object(var cases)? = object["properties"],
      case .object(var values)? = cases[name],
      case .object(let properties)? = values["properties"]
    {
      values["properties"] = .object(
        properties.describing { self["$defs", type, "oneOf", name, "properties", $0] })
      cases[name] = .object(values)
      object["properties"] = .object(cases)
    }
    return .object(object.described(self["$defs", type, "oneOf", name]))
  }

  /// The text on an enum without associated values. JSON Schema has no keyword that describes one
  /// of several values, so the text lists them.
  private func listed(_ values: [JSONValue], _ type: String, _ text: String?) -> String? {
    let lines = values.compactMap { value in
      self["$defs", type, "enum", Self.name(of: value)].map { "- `\(Self.name(of: value))`: \($0)" }
    }
    guard !lines.isEmpty else { return text }
    return (text.map { "\($0)\n\n" } ?? "") + lines.joined(separator: "\n")
  }

  /// The name of an enum's value in a path.
  package static func name(of value: JSONValue) -> String { value.stringValue ?? value.description }
}

extension JSONObject {
  /// Adds a description, if there is one.
  package func described(_ text: String?) -> JSONObject {
    guard let text else { return self }
    var object = self
    object["description"] = .string(text)
    return object
  }

  /// Adds descriptions to schemas by name.
  fileprivate func describing(_ text: (String) -> String?) -> JSONObject {
    var result = JSONObject()
    for (name, schema) in self {
      result[name] = schema.objectValue.map { .object($0.described(text(name))) } ?? schema
    }
    return result
  }
}
