import JSON
import ViewModelKit

/// A contract as generators of code want it.
struct GeneratedCatalog {
  struct Argument {
    let name: String
    let type: WireType
    let isRequired: Bool
    let description: String?
  }

  struct Input {
    let name: String
    let arguments: [Argument]
    /// `nil` for none.
    let result: WireType?
    let isAsync: Bool
    let description: String?
    /// What is said of the result.
    let returns: String?

    /// Whether who sends it may want to know its end for more than its errors.
    var isCall: Bool { isAsync || result != nil }
  }

  struct Value {
    let name: String
    let type: WireType
    let description: String?
  }

  struct Role {
    let name: String
    /// The ViewModels that can fill it.
    let viewModels: [String]
  }

  struct ViewModel {
    let name: String
    let description: String?
    let parameters: [Argument]
    let roles: [Role]
    let inputs: [Input]
    let outputs: [Value]
    let events: [Value]
    let services: [Need]
  }

  /// A service that a ViewModel asks.
  struct Need {
    let name: String
    /// Whether it cannot be created unless the frontend answers that.
    let isRequired: Bool
  }

  struct Service {
    let name: String
    let arguments: [Argument]
    /// All arguments together.
    let argumentType: WireType
    let result: WireType
    let description: String?
  }

  let host: String
  let version: String
  let hash: String
  let definitions: [Value]
  let viewModels: [ViewModel]
  /// Those that the frontend may answer.
  let services: [Service]
  /// The contract without descriptions, to be compared with a host's.
  let contract: JSONValue

  init(_ contract: Contract) {
    let json = contract.json
    self.contract = contract.bare
    host = json["host"]?["name"]?.stringValue ?? ""
    version = json["host"]?["version"]?.stringValue ?? ""
    hash = json["hash"]?.stringValue ?? ""
    definitions = contract.definitions.map { name, schema in
      Value(name: name, type: WireType(schema), description: Self.description(of: schema))
    }
    let answered = contract.services.filter { $0["answeredByHost"] == true }.map(Self.name)
    viewModels = contract.viewModels.map { viewModel in
      ViewModel(
        name: Self.name(viewModel), description: viewModel["description"]?.stringValue,
        parameters: Self.list(viewModel["parameters"], Self.argument),
        roles: Self.list(viewModel["uses"]) { role in
          Role(
            name: Self.name(role),
            viewModels: Self.list(role["viewModels"]) { $0.stringValue ?? "" })
        },
        inputs: Self.list(viewModel["inputs"]) { input in
          Input(
            name: Self.name(input), arguments: Self.list(input["arguments"], Self.argument),
            result: input["result"].map { WireType($0) }, isAsync: input["async"] == true,
            description: input["description"]?.stringValue,
            returns: input["result"]?["description"]?.stringValue)
        },
        outputs: Self.list(viewModel["outputs"], Self.value),
        events: Self.list(viewModel["events"], Self.value),
        services: Self.list(viewModel["services"]) { service in
          let name = Self.name(service)
          return Need(
            name: name, isRequired: service["required"] == true && !answered.contains(name))
        })
    }
    let named = contract.definitions
    services = contract.services.map { service in
      var schema = service["arguments"] ?? [:]
      if let name = Schema.name(in: schema) { schema = named[name] ?? [:] }
      let arguments: [Argument]
      if case .object(let members) = WireType(schema) {
        arguments = members.map {
          Argument(
            name: $0.name, type: $0.type, isRequired: $0.isRequired, description: $0.description)
        }
      } else {
        arguments = []
      }
      return Service(
        name: Self.name(service), arguments: arguments,
        argumentType: WireType(service["arguments"] ?? [:]),
        result: WireType(service["result"] ?? [:]),
        description: service["description"]?.stringValue)
    }
  }

  /// What is said of a type, and in lines of a list of those cases that have associated values.
  private static func description(of schema: JSONValue) -> String? {
    let cases = (schema["oneOf"]?.arrayValue ?? []).compactMap { each -> String? in
      guard let name = each["required"]?.arrayValue?.first?.stringValue,
        let text = each["description"]?.stringValue
      else { return nil }
      return "- `\(name)`: \(text)"
    }
    let text = schema["description"]?.stringValue
    guard !cases.isEmpty else { return text }
    return (text.map { "\($0)\n\n" } ?? "") + cases.joined(separator: "\n")
  }

  private static func list<T>(_ json: JSONValue?, _ transform: (JSONValue) -> T) -> [T] {
    (json?.arrayValue ?? []).map(transform)
  }

  private static func name(_ json: JSONValue) -> String { json["name"]?.stringValue ?? "" }

  private static func argument(_ json: JSONValue) -> Argument {
    Argument(
      name: name(json), type: WireType(json["schema"] ?? [:]),
      isRequired: json["required"] == true, description: json["description"]?.stringValue)
  }

  private static func value(_ json: JSONValue) -> Value {
    Value(
      name: name(json), type: WireType(json["schema"] ?? [:]),
      description: json["description"]?.stringValue)
  }
}
