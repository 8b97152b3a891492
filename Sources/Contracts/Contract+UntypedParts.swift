import JSON

/// A part of a contract without a type, or with an incomplete one.
package struct UntypedPart: Equatable {
  /// `list: output items[].meta`, or `Todo.meta` in a named type.
  package let path: String
  /// What is unknown, and the type.
  package let reason: String
}

extension Contract {
  /// The parts with the schema "any JSON", and types that were read only in part; each once.
  package var untypedParts: [UntypedPart] {
    var parts: [UntypedPart] = []
    for viewModel in viewModels {
      let name = viewModel["name"]?.stringValue ?? ""
      for (kind, member) in [
        ("parameter", "parameters"), ("output", "outputs"), ("event", "events"),
      ] {
        for part in viewModel[member]?.arrayValue ?? [] {
          collect(
            from: part["schema"], "\(name): \(kind) \(part["name"]?.stringValue ?? "")", &parts)
        }
      }
      for input in viewModel["inputs"]?.arrayValue ?? [] {
        let path = "\(name): input \(input["name"]?.stringValue ?? "")"
        for argument in input["arguments"]?.arrayValue ?? [] {
          let name = argument["name"]?.stringValue ?? ""
          collect(from: argument["schema"], "\(path): argument \(name)", &parts)
        }
        collect(from: input["result"], "\(path): result", &parts)
      }
    }
    for service in services {
      let path = "service \(service["name"]?.stringValue ?? "")"
      collect(from: service["arguments"], "\(path): arguments", &parts)
      collect(from: service["result"], "\(path): result", &parts)
    }
    for (name, schema) in definitions where !Self.isAny(schema) {
      collect(from: schema, name, &parts)
    }
    return parts
  }

  private static func isAny(_ schema: JSONValue) -> Bool {
    schema.objectValue?.allSatisfy { ["default", "description"].contains($0.key) } == true
  }

  private func collect(from schema: JSONValue?, _ path: String, _ parts: inout [UntypedPart]) {
    guard let schema else { return }
    if let name = Schema.name(in: schema) {
      guard let definition = definitions[name], Self.isAny(definition) else { return }
      return parts.append(UntypedPart(path: path, reason: "any JSON: \(name)"))
    }
    guard case .object(let object) = schema else { return }
    if Self.isAny(schema) {
      return parts.append(UntypedPart(path: path, reason: "any JSON"))
    }
    if object["$comment"] == .string(Schema.incomplete) {
      let reason = "read only in part: it stops at a sample that it does not take"
      parts.append(UntypedPart(path: path, reason: reason))
    }
    if object["type"] == "array", object["items"] == nil, object["prefixItems"] == nil {
      parts.append(UntypedPart(path: "\(path)[]", reason: "any JSON"))
    }
    for (name, member) in object["properties"]?.objectValue ?? [:] {
      collect(from: member, "\(path).\(name)", &parts)
    }
    collect(from: object["items"], "\(path)[]", &parts)
    collect(from: object["additionalProperties"], "\(path){}", &parts)
    for (index, element) in (object["prefixItems"]?.arrayValue ?? []).enumerated() {
      collect(from: element, "\(path)[\(index)]", &parts)
    }
    for keyword in ["anyOf", "oneOf"] {
      for alternative in object[keyword]?.arrayValue ?? [] {
        collect(from: alternative, path, &parts)
      }
    }
  }
}
