import Contracts
import JSON

/// A contract as writers of code want it.
struct TypedModel {
  struct Input: Named {
    let name: String
    let arguments: [Member]
    /// `nil` for none.
    let result: WireType?
    /// Whether who sends it may want to know its end for more than its errors.
    let isCall: Bool
    let description: String?
    /// What is said of the result.
    let returns: String?
  }

  struct Role: Named {
    let name: String
    /// The ViewModels that can fill it.
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
    /// All arguments together.
    let argumentType: WireType
    let result: WireType
    let description: String?
    /// Whether there is a ViewModel that cannot be created unless the frontend answers this.
    let isRequired: Bool
  }

  let host: String
  let version: String
  let hash: String
  let definitions: [Member]
  /// The types of the definitions, by their names.
  let types: [String: WireType]
  let viewModels: [ViewModel]
  /// Those that the frontend may answer.
  let services: [Service]
  /// The contract without descriptions, to be compared with a host's.
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
        result: WireType(json["result"] ?? [:]), description: json.said,
        isRequired: required.contains(json.text("name")) && json["answeredByHost"] != true)
    }
  }

  /// What is said of a type, and in lines of a list of those cases that have associated values.
  private static func description(of schema: JSONValue) -> String? {
    let cases = schema.list("oneOf").compactMap { each -> String? in
      guard let name = each.list("required").first?.stringValue, let text = each.said
      else { return nil }
      return "- `\(name)`: \(text)"
    }
    guard !cases.isEmpty else { return schema.said }
    return (schema.said.map { "\($0)\n\n" } ?? "") + cases.joined(separator: "\n")
  }
}

/// Something that has a name on the wire, which may be any text.
protocol Named {
  var name: String { get }
}

extension Named {
  /// The name in a text for people.
  var shown: String { Prose.shown(name) }
}

/// Something that has a name and a type: an argument, an output, an event, a member of an object, a definition.
struct Member: Named, Equatable, Sendable {
  let name: String
  let type: WireType
  var isRequired = true
  var description: String?

  /// What is sent for it: what may be left out is never null then.
  var sentType: WireType { isRequired ? type : type.withoutNull }
}

extension [Member] {
  var required: [Member] { filter(\.isRequired) }
  /// Those that may be left out.
  var optional: [Member] { filter { !$0.isRequired } }
}

extension TypedModel.ViewModel {
  fileprivate init(_ json: JSONValue) {
    name = json.text("name")
    description = json.said
    parameters = json.list("parameters").map(Member.init)
    roles = json.list("uses").map { role in
      .init(name: role.text("name"), viewModels: role.texts("viewModels"))
    }
    inputs = json.list("inputs").map { input in
      .init(
        name: input.text("name"), arguments: input.list("arguments").map(Member.init),
        result: input["result"].map { WireType($0) },
        isCall: input["async"] == true || input["result"] != nil, description: input.said,
        returns: input["result"]?.said)
    }
    outputs = json.list("outputs").map(Member.init)
    events = json.list("events").map(Member.init)
  }
}

extension Member {
  fileprivate init(_ json: JSONValue) {
    self.init(
      name: json.text("name"), type: WireType(json["schema"] ?? [:]),
      isRequired: json["required"] != false, description: json.said)
  }
}

extension JSONValue {
  /// What its description says.
  fileprivate var said: String? { self["description"]?.stringValue.map(Prose.plain) }
}
