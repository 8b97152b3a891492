import JSON

/// A place in a contract of which more cannot be told than that it is JSON.
package struct OpenPlace: Equatable {
  /// `list: output items[].meta`, or for what stands in a type `Todo.meta`.
  package let place: String
  /// What cannot be told, and of which type.
  package let reason: String
}

extension Contract {
  /// Where the description says "any JSON", and types that were read only in part; each once.
  package var openPlaces: [OpenPlace] {
    var places: [OpenPlace] = []
    for viewModel in viewModels {
      let name = viewModel["name"]?.stringValue ?? ""
      for (kind, member) in [
        ("parameter", "parameters"), ("output", "outputs"), ("event", "events"),
      ] {
        for part in viewModel[member]?.arrayValue ?? [] {
          look(at: part["schema"], "\(name): \(kind) \(part["name"]?.stringValue ?? "")", &places)
        }
      }
      for input in viewModel["inputs"]?.arrayValue ?? [] {
        let place = "\(name): input \(input["name"]?.stringValue ?? "")"
        for argument in input["arguments"]?.arrayValue ?? [] {
          let name = argument["name"]?.stringValue ?? ""
          look(at: argument["schema"], "\(place): argument \(name)", &places)
        }
        look(at: input["result"], "\(place): result", &places)
      }
    }
    for service in services {
      let place = "service \(service["name"]?.stringValue ?? "")"
      look(at: service["arguments"], "\(place): arguments", &places)
      look(at: service["result"], "\(place): result", &places)
    }
    for (name, schema) in definitions where !Self.isAny(schema) { look(at: schema, name, &places) }
    return places
  }

  private static func isAny(_ schema: JSONValue) -> Bool {
    schema.objectValue?.allSatisfy { ["default", "description"].contains($0.key) } == true
  }

  private func look(at schema: JSONValue?, _ place: String, _ places: inout [OpenPlace]) {
    guard let schema else { return }
    if let name = Schema.name(in: schema) {
      guard let definition = definitions[name], Self.isAny(definition) else { return }
      return places.append(OpenPlace(place: place, reason: "any JSON: \(name)"))
    }
    guard case .object(let object) = schema else { return }
    if Self.isAny(schema) {
      return places.append(OpenPlace(place: place, reason: "any JSON"))
    }
    if object["$comment"] == .string(Schema.incomplete) {
      let reason = "read only in part: it stops at a sample that it does not take"
      places.append(OpenPlace(place: place, reason: reason))
    }
    if object["type"] == "array", object["items"] == nil, object["prefixItems"] == nil {
      places.append(OpenPlace(place: "\(place)[]", reason: "any JSON"))
    }
    for (name, member) in object["properties"]?.objectValue ?? [:] {
      look(at: member, "\(place).\(name)", &places)
    }
    look(at: object["items"], "\(place)[]", &places)
    look(at: object["additionalProperties"], "\(place){}", &places)
    for (index, element) in (object["prefixItems"]?.arrayValue ?? []).enumerated() {
      look(at: element, "\(place)[\(index)]", &places)
    }
    for keyword in ["anyOf", "oneOf"] {
      for alternative in object[keyword]?.arrayValue ?? [] { look(at: alternative, place, &places) }
    }
  }
}
