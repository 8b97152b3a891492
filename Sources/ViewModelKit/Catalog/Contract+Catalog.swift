import Contracts
import JSON

extension Contract {
  /// Describes a catalog.
  ///
  /// - Parameters:
  ///   - names: the ViewModels to describe; `nil` for all. Unknown names are ignored.
  /// - Throws: the first mistake of the author in one of them.
  package init(
    of catalog: Catalog, only names: [String]?, host: String, version: String,
    protocolVersion: String
  ) throws(FaultyLine) {
    let probe = SchemaProbe()
    var viewModels: [JSONValue] = []
    for entry in catalog.entries
    where names?.contains(where: { $0.hasSameCodeUnits(as: entry.name) }) ?? true {
      let definition = try entry.definition
      viewModels.append(definition.json(in: catalog, probe))
    }
    self.init(
      host: host, version: version, protocolVersion: protocolVersion, viewModels: viewModels,
      services: Self.services(of: viewModels, catalog, probe),
      definitions: catalog.descriptions.described(probe).sorted { $0.key < $1.key })
  }

  /// Lists each service that a ViewModel or a shared object uses once, and whether the host answers
  /// it.
  private static func services(
    of viewModels: [JSONValue], _ catalog: Catalog, _ probe: SchemaProbe
  ) -> [JSONValue] {
    let shared = catalog.sharedRequests.map {
      JSONValue.object($0.json(probe, catalog.descriptions))
    }
    let all = viewModels.flatMap { $0["services"]?.arrayValue ?? [] } + shared
    return Schema.uniqued(all.compactMap { $0["name"]?.stringValue }).map { name in
      let same = all.filter { $0["name"]?.stringValue == name }
      var json: JSONObject = ["name": .string(name)]
      json["description"] = same.first?["description"]
      json["arguments"] = Schema.union(same.compactMap { $0["arguments"] })
      json["result"] = Schema.union(same.compactMap { $0["result"] })
      json["answeredByHost"] = .bool(catalog.answers(name))
      return .object(json)
    }
  }
}
