import JSON

/// The first error in a document that is not a valid contract.
package nonisolated struct ContractFault: Error, CustomStringConvertible {
  /// The path to the error.
  let path: [String]
  /// What was expected, and what was found.
  let reason: String

  package var description: String {
    let prefix = path.isEmpty ? "" : "\(JSONPointer(tokens: path).path): "
    return "this is no contract, as HOST schema prints it: \(prefix)\(reason)"
  }
}

nonisolated extension Contract {
  /// Reads a saved contract. Unknown members are ignored.
  package init(reading json: JSONValue) throws(ContractFault) {
    try ContractReader(definitions: json["$defs"]?.objectValue ?? [:]).check(json, .contract, [])
    self.init(json)
  }
}

/// The form of a value in a contract.
nonisolated private indirect enum Form: Sendable {
  case any, bool, number, text
  case list(Form)
  case dictionary(Form)
  case object([String: Form], optional: [String: Form] = [:])
  /// A string, or an array of strings.
  case texts
  case schema

  var words: String {
    switch self {
    case .any: "a value"
    case .bool: "true or false"
    case .number: "a number"
    case .text: "a string"
    case .list: "an array"
    case .dictionary, .object: "an object"
    case .texts: "a string or an array"
    case .schema: "an object or true or false"
    }
  }

  static let contract = Form.object(
    [
      "hash": .text, "viewModels": .list(viewModel), "services": .list(service),
      "$defs": .dictionary(.schema),
    ],
    optional: [
      "protocolVersion": .text, "host": .object(["name": .text, "version": .text]),
    ])

  private static let viewModel = named(
    [
      "parameters": .list(argument), "uses": .list(named(["viewModels": .list(.text)])),
      "services": .list(named(["arguments": .schema, "result": .schema, "required": .bool])),
      "inputs": .list(
        named(
          ["arguments": .list(argument), "async": .bool],
          optional: ["throws": .bool, "result": .schema])),
      "outputs": .list(
        named(
          ["schema": .schema], optional: ["window": .object(["anchor": .bool, "always": .bool])])),
      "events": .list(named(["schema": .schema])),
    ])

  private static let argument = named(["schema": .schema, "required": .bool])

  private static let service = named(
    ["arguments": .schema, "result": .schema, "answeredByHost": .bool])

  private static func named(_ members: [String: Form], optional: [String: Form] = [:]) -> Form {
    .object(
      members.merging(["name": .text]) { $1 },
      optional: optional.merging(["description": .text]) { $1 })
  }

  static let keywords: [String: Form] = [
    "$comment": .text, "description": .text, "$ref": .text, "type": .texts, "enum": .list(.any),
    "anyOf": .list(.schema), "oneOf": .list(.schema), "prefixItems": .list(.schema),
    "items": .schema, "additionalProperties": .schema, "propertyNames": .schema,
    "properties": .dictionary(.schema), "required": .list(.text), "minItems": .number,
    "maxItems": .number, "uniqueItems": .bool, "minLength": .number, "minimum": .number,
    "maximum": .number, "pattern": .text, "format": .text, "contentEncoding": .text,
  ]
}

nonisolated private struct ContractReader {
  let definitions: JSONObject

  func check(_ json: JSONValue, _ form: Form, _ path: [String]) throws(ContractFault) {
    switch (form, json) {
    case (.any, _), (.bool, .bool), (.number, .integer), (.number, .double), (.text, .string),
      (.texts, .string), (.schema, .bool):
      break
    case (.texts, .array): try check(json, .list(.text), path)
    case (.list(let element), .array(let elements)):
      for (index, json) in elements.enumerated() {
        try check(json, element, path + [String(index)])
      }
    case (.dictionary(let member), .object(let members)):
      for (name, json) in members { try check(json, member, path + [name]) }
    case (.object(let required, let optional), .object(let members)):
      try check(members, required.merging(optional) { $1 }, path)
      for (name, form) in required.sorted(by: { $0.key < $1.key }) where members[name] == nil {
        throw ContractFault(path: path + [name], reason: "missing, expected \(form.words)")
      }
    case (.schema, .object(let members)):
      try check(members, Form.keywords, path)
      if members["$ref"] != nil, Schema.name(in: json).flatMap({ definitions[$0] }) == nil {
        throw ContractFault(path: path + ["$ref"], reason: "expected the name of a type in $defs")
      }
    default: throw ContractFault(path: path, reason: "expected \(form.words), found \(json.kind)")
    }
  }

  private func check(
    _ members: JSONObject, _ forms: [String: Form], _ path: [String]
  ) throws(ContractFault) {
    for (name, json) in members {
      if let form = forms[name] { try check(json, form, path + [name]) }
    }
  }
}
