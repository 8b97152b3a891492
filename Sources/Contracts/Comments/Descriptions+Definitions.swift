import JSON

/// The descriptions of an author's types, put into their schemas.
extension Descriptions {
  /// The definitions that a probe has found, with what is said of them.
  package func described(_ probe: SchemaProbe) -> JSONObject {
    guard !comments.isEmpty else { return probe.definitions }
    var result = JSONObject()
    for (name, schema) in probe.definitions {
      let type = probe.types[name].flatMap(TypeNames.symbol(of:))
      result[name] = type.map { described(schema, $0) } ?? schema
    }
    return result
  }

  /// The schema of a type with what is said of it, and of its properties or cases.
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

  /// The schema of a case with associated values: `{"post":{"street":"Main Street"}}`.
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

  /// A text on an enum without associated values. JSON Schema has no place for what is said of one of several values,
  /// so they are listed.
  private func listed(_ values: [JSONValue], _ type: String, _ text: String?) -> String? {
    let lines = values.compactMap { value in
      self["$defs", type, "enum", Self.name(of: value)].map { "- `\(Self.name(of: value))`: \($0)" }
    }
    guard !lines.isEmpty else { return text }
    return (text.map { "\($0)\n\n" } ?? "") + lines.joined(separator: "\n")
  }

  /// What a value of an enum is called in a place.
  package static func name(of value: JSONValue) -> String { value.stringValue ?? value.description }
}

extension JSONObject {
  /// The same with a description, if there is one.
  package func described(_ text: String?) -> JSONObject {
    guard let text else { return self }
    var object = self
    object["description"] = .string(text)
    return object
  }

  /// Schemas by name, each with what is said of that name.
  fileprivate func describing(_ text: (String) -> String?) -> JSONObject {
    var result = JSONObject()
    for (name, schema) in self {
      result[name] = schema.objectValue.map { .object($0.described(text(name))) } ?? schema
    }
    return result
  }
}
