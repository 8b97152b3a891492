import Contracts
import Hosting
import JSON

/// The response to `viewModel/describe`.
extension ViewModelDefinition {
  /// Describes the ViewModel as JSON with schemas that refer to no definitions. Each call makes the
  /// schemas again from the types.
  ///
  /// - Parameter catalog: has the ViewModels that can fill the roles, and the texts.
  package func json(in catalog: Catalog) -> JSONValue {
    let probe = SchemaProbe()
    let json = json(in: catalog, probe)
    let definitions = catalog.descriptions.described(probe)
    return Self.mapSchemas(of: json, SchemaInlining(definitions).inlined)
  }

  /// Applies a function to each schema of a description.
  private static func mapSchemas(
    of description: JSONValue, _ transform: (JSONValue) -> JSONValue
  ) -> JSONValue {
    switch description {
    case .array(let elements): return .array(elements.map { mapSchemas(of: $0, transform) })
    case .object(let object):
      var result = JSONObject()
      for (name, value) in object {
        // The `arguments` of an input are a list, those of a service a schema.
        let isSchema = ["schema", "result", "arguments"].contains(name) && value.arrayValue == nil
        result[name] = isSchema ? transform(value) : mapSchemas(of: value, transform)
      }
      return .object(result)
    default: return description
    }
  }

  /// Describes the ViewModel with schemas that refer to the definitions of a probe.
  package func json(in catalog: Catalog, _ probe: SchemaProbe) -> JSONValue {
    let descriptions = catalog.descriptions
    let name = description.name
    func text(_ kind: String, _ member: String) -> String? {
      descriptions["viewModels", name, kind, member]
    }
    var json: JSONObject = ["name": .string(name)]
    json = json.described(catalog[name].flatMap(catalog.description(of:)))
    json["parameters"] = initSignature.values.json(probe) { text("parameters", $0) }
    json["uses"] = .array(
      initSignature.roles.map { role in
        let fillers = catalog.names(filling: role).map { JSONValue.string($0) }
        var json = JSONObject.named(role.name, text("uses", role.name))
        json["viewModels"] = .array(fillers)
        return .object(json)
      })
    json["services"] = .array(
      initSignature.requests.map { request, isRequired in
        var json = request.json(probe, descriptions)
        json["required"] = .bool(isRequired)
        return .object(json)
      })
    json["inputs"] = .array(
      description.inputs.map { .object(self.json($0, descriptions, probe)) })
    func member(
      _ kind: String, _ name: String, _ schema: JSONValue, window: JSONValue? = nil
    ) -> JSONValue {
      var json = JSONObject.named(name, text(kind, name))
      json["schema"] = schema
      if let window { json["window"] = window }
      return .object(json)
    }
    json["outputs"] = .array(
      description.interface.outputs.enumerated().map { index, output in
        member("outputs", output.name, output.schema(probe), window: windowJSON(on: index))
      })
    json["events"] = .array(
      description.interface.events.map { member("events", $0.name, $0.schema(probe)) })
    return .object(json)
  }

  private func json(
    _ input: ViewModelDescription.Input, _ descriptions: Descriptions, _ probe: SchemaProbe
  ) -> JSONObject {
    let name = description.name
    var json = JSONObject.named(input.name, descriptions["viewModels", name, "inputs", input.name])
    json["arguments"] = input.signature.json(probe) {
      descriptions["viewModels", name, "inputs", input.name, "arguments", $0]
    }
    json["async"] = .bool(input.isAsync)
    if input.result.canThrow { json["throws"] = true }
    if input.result.hasForm {
      let text = descriptions["viewModels", name, "inputs", input.name, "result"]
      let schema = probe.schema(of: input.result.value)
      json["result"] = schema.objectValue.map { .object($0.described(text)) } ?? schema
    }
    return json
  }

  /// Describes the windows that the output at an index supports.
  private func windowJSON(on output: Int) -> JSONValue? {
    let isAlways = description.part(of: output) != .whole
    return switch description.windows(on: output) {
    case .none: nil
    case .unanchored: ["anchor": false, "always": .bool(isAlways)]
    case .all: ["anchor": true, "always": .bool(isAlways)]
    }
  }
}

extension JSONObject {
  fileprivate static func named(_ name: String, _ text: String?) -> JSONObject {
    let object: JSONObject = ["name": .string(name)]
    return object.described(text)
  }
}

extension Signature {
  /// - Parameter text: returns the text about an argument.
  fileprivate func json(_ probe: SchemaProbe, _ text: (String) -> String?) -> JSONValue {
    .array(
      slots.map { slot -> JSONValue in
        var schema = probe.schema(of: slot.type).objectValue ?? [:]
        if let value = slot.defaultValue as? any Encodable, !(value is any OptionalType),
          let json = try? JSONValue(encoding: value)
        {
          schema["default"] = json
        }
        var json: JSONObject = ["name": .string(slot.name)]
        json = json.described(text(slot.name))
        json["schema"] = .object(schema)
        json["required"] = .bool(slot.isRequired)
        return .object(json)
      })
  }
}

extension ServiceRequest {
  /// The schemas of the arguments and the result, without type names.
  @MainActor static var form: [JSONValue] { [Schema.of(self), Schema.of(Response.self)] }

  /// Describes the request, with the texts about it.
  @MainActor static func json(_ probe: SchemaProbe, _ descriptions: Descriptions) -> JSONObject {
    var json = JSONObject.named(service, descriptions["services", service])
    // The arguments are an object even if no more is known.
    let arguments = probe.schema(of: self)
    json["arguments"] = probe.resolved(arguments) == Schema.any ? ["type": "object"] : arguments
    json["result"] = probe.schema(of: Response.self)
    return json
  }
}
