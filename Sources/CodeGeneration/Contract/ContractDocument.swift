import Contracts
import JSON

/// A contract, as `HOST schema` prints it: "The contract" in `protocol.md`.
package struct ContractDocument {
  package let json: JSONObject

  /// - Returns: `nil` when the JSON is no contract.
  package init?(_ json: JSONValue) {
    guard let object = json.objectValue, object["hash"]?.stringValue != nil,
      object["viewModels"]?.arrayValue != nil, object["$defs"]?.objectValue != nil
    else { return nil }
    self.json = object
  }

  private init(_ json: JSONObject) { self.json = json }

  /// The same without what only people read.
  var bare: JSONValue { Descriptions.removed(from: .object(json)) }

  var hash: String { json["hash"]?.stringValue ?? "" }
  var definitions: JSONObject { json["$defs"]?.objectValue ?? [:] }
  var viewModels: [JSONValue] { json["viewModels"]?.arrayValue ?? [] }
  var services: [JSONValue] { json["services"]?.arrayValue ?? [] }

  /// The names of the ViewModels.
  package var names: [String] { Self.names(viewModels) }

  /// The contract of some ViewModels, with the services that they ask and the types that those need: what
  /// `HOST schema NAME…` prints.
  package func selecting(_ names: [String]) -> ContractDocument {
    let chosen = viewModels.filter { names.contains($0["name"]?.stringValue ?? "") }
    var asked: [JSONValue] = []
    for name in chosen.flatMap({ Self.names($0["services"]?.arrayValue ?? []) }) {
      let service = services.first { $0["name"]?.stringValue == name }
      if let service, !asked.contains(service) { asked.append(service) }
    }
    var needed: Set<String> = []
    for each in chosen + asked { addReferences(in: each, to: &needed) }
    let types = definitions.filter { needed.contains($0.key) }
    let what: JSONObject = [
      "viewModels": .array(chosen), "services": .array(asked),
      "$defs": .object(types.reduce(into: [:]) { $0[$1.key] = $1.value }),
    ]
    var json = json
    json["hash"] = .string(Contract.hash(of: .object(what)))
    for (member, value) in what { json[member] = value }
    return ContractDocument(json)
  }

  private func addReferences(in json: JSONValue, to found: inout Set<String>) {
    switch json {
    case .array(let elements): for element in elements { addReferences(in: element, to: &found) }
    case .object(let members):
      if let name = Schema.name(in: json), found.insert(name).inserted {
        addReferences(in: definitions[name] ?? [:], to: &found)
      }
      for (_, value) in members { addReferences(in: value, to: &found) }
    default: break
    }
  }

  private static func names(_ list: [JSONValue]) -> [String] {
    list.compactMap { $0["name"]?.stringValue }
  }
}
