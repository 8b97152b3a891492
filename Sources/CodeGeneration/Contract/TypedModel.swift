import Contracts
import JSON

/// A contract in the form that code writers use.
struct TypedModel {
  struct Input: Named {
    let name: String
    let arguments: [Member]
    /// The type of the result; `nil` for none.
    let result: WireType?
    /// Whether it is asynchronous or has a result, so that `viewModel/call` is useful.
    let isCall: Bool
    let description: String?
    /// The description of the result.
    let returns: String?
  }

  struct Role: Named {
    let name: String
    /// The ViewModels that fit the role.
    let viewModels: [String]
  }

  struct ViewModel: Named {
    let name: String
    let description: String?
    let parameters: [Member]
    let roles: [Role]
    let inputs: [Input]
    let outputs: [Member]
    let events: [Member]
  }

  struct Service: Named {
    let name: String
    let arguments: [Member]
    /// The type of the arguments object.
    let argumentType: WireType
    let result: WireType
    let description: String?
    /// Whether some ViewModel cannot be created unless the frontend answers this service.
    let isRequired: Bool
  }

  let host: String
  let version: String
  let hash: String
  let definitions: [Member]
  /// The types of the definitions, by name.
  let types: [String: WireType]
  let viewModels: [ViewModel]
  /// The services that the frontend may answer.
  let services: [Service]
  /// The contract without descriptions, for comparison with a host's.
  let contract: JSONValue

  init(_ contract: Contract) {
    self.contract = contract.bare
    host = Prose.shown(contract.json["host"]?.text("name") ?? "")
    version = Prose.shown(contract.json["host"]?.text("version") ?? "")
    hash = contract.json.text("hash")
    definitions = contract.definitions.map { name, schema in
      Member(name: name, type: WireType(schema), description: Self.description(of: schema))
    }
    types = definitions.reduce(into: [:]) { $0[$1.name] = $1.type }
    viewModels = contract.viewModels.map(ViewModel.init)
    let required = contract.viewModels.flatMap { $0.list("services") }
      .filter { $0["required"] == true }.map { $0.text("name") }
    let types = types
    services = contract.services.map { json in
      let type = WireType(json["arguments"] ?? [:])
      let shape: WireType? = if case .named(let name) = type { types[name] } else { type }
      let arguments: [Member] = if case .object(let members)? = shape { members } else { [] }
      return Service(
        name: json.text("name"), arguments: arguments, argumentType: type,
        result: WireType(json["result"] ?? [:]), description: json.descriptionText,
        isRequired: required.contains(json.text("name")) && json["answeredByHost"] != true)
    }
  }

  /// The description of a type, followed by a list of its cases with associated values.
  private static func description(of schema: JSONValue) -> String? {
    let cases = schema.list("oneOf").compactMap { each -> String? in
      guard let name = each.list("required").first?.stringValue, let text = each.descriptionText
      else { return nil }
      return "- `\(name)`: \(text)"
    }
    guard !cases.isEmpty else { return schema.descriptionText }
    return (schema.descriptionText.map { "\($0)\n\n" } ?? "") + cases.joined(separator: "\n")
  }
}

/// An item with a JSON name, which can be any text.
protocol Named {
  var name: String { get }
}

extension Named {
  /// The name as printable text.
  var shown: String { Prose.shown(name) }
}

/// A named type: an argument, an output, an event, a member of an object, a definition.
struct Member: Named, Equatable, Sendable {
  let name: String
  let type: WireType
  var isRequired = true
  var description: String?

  /// The type when it is sent: an optional member is omitted instead of null.
  var sentType: WireType { isRequired ? type : type.withoutNull }
}

extension [Member] {
  var required: [Member] { filter(\.isRequired) }
  /// The members that may be omitted.
  var optional: [Member] { filter { !$0.isRequired } }
}

extension TypedModel.ViewModel {
  fileprivate init(_ json: JSONValue) {
    name = json.text("name")
    description = json.descriptionText
    parameters = json.list("parameters").map(Member.init)
    roles = json.list("uses").map { role in
      .init(name: role.text("name"), viewModels: role.texts("viewModels"))
    }
    inputs = json.list("inputs").map { input in
      .init(
        name: input.text("name"), arguments: input.list("arguments").map(Member.init),
        result: input["result"].map { WireType($0) },
        isCall: input["async"] == true || input["result"] != nil,
        description: input.descriptionText,
        returns: input["result"]?.descriptionText)
    }
    outputs = json.list("outputs").map(Member.init)
    events = json.list("events").map(Member.init)
  }
}

extension Member {
  fileprivate init(_ json: JSONValue) {
    self.init(
      name: json.text("name"), type: WireType(json["schema"] ?? [:]),
      isRequired: json["required"] != false, description: json.descriptionText)
  }
}

extension JSONValue {
  /// The `description` as plain text.
  fileprivate var descriptionText: String? { self["description"]?.stringValue.map(Prose.plain) }
}
