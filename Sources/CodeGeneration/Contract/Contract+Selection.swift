import Contracts
import JSON

extension Contract {
  /// The names of the ViewModels.
  package var names: [String] { json.names("viewModels") }

  /// The contract of some ViewModels, with the services that they call and the types that both
  /// need: the output of `HOST schema NAME…`.
  package func selecting(_ names: [String]) -> Contract {
    let chosen = viewModels.filter { names.contains($0.text("name")) }
    var asked: [JSONValue] = []
    for name in chosen.flatMap({ $0.names("services") }) {
      let service = services.first { $0.text("name") == name }
      if let service, !asked.contains(service) { asked.append(service) }
    }
    var needed: Set<String> = []
    for each in chosen + asked { addReferences(in: each, to: &needed) }
    let types = definitions.filter { needed.contains($0.key) }
    let what: JSONObject = [
      "viewModels": .array(chosen), "services": .array(asked),
      "$defs": .object(types.reduce(into: [:]) { $0[$1.key] = $1.value }),
    ]
    var json = json.objectValue ?? [:]
    json["hash"] = .string(Contract.hash(of: .object(what)))
    for (member, value) in what { json[member] = value }
    return Contract(.object(json))
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
}
