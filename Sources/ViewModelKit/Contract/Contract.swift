import JSON

/// What a catalog offers, described once, as one JSON document: "The contract" in `protocol.md`.
package struct Contract {
  package let json: JSONValue

  /// A document that was written by ``init(of:only:host:version:protocolVersion:)``.
  package init(_ json: JSONValue) { self.json = json }

  /// - Parameters:
  ///   - names: the ViewModels that are described; those that are not in the catalog are left out. All for `nil`.
  /// - Throws: when the author has made a mistake in one of them.
  package init(
    of catalog: Catalog, only names: [String]?, host: String, version: String,
    protocolVersion: String
  ) throws(FaultyLine) {
    let probe = SchemaProbe()
    var viewModels: [JSONValue] = []
    for entry in catalog.entries where names?.contains(entry.name) ?? true {
      let definition = try entry.definition
      viewModels.append(definition.description.json(in: catalog, probe))
    }
    let services = Self.services(of: viewModels, catalog)
    let definitions = catalog.descriptions.described(probe).sorted { $0.key < $1.key }
    let what: JSONObject = [
      "viewModels": .array(viewModels), "services": .array(services),
      "$defs": .object(Self.object(definitions)),
    ]
    var json: JSONObject = [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "host": ["name": .string(host), "version": .string(version)],
      "protocolVersion": .string(protocolVersion),
      "hash": .string(Self.hash(of: .object(what))),
    ]
    for (member, value) in what { json[member] = value }
    self.json = .object(json)
  }

  /// The same without what only people read.
  package var bare: JSONValue { Descriptions.removed(from: json) }

  package var viewModels: [JSONValue] { json["viewModels"]?.arrayValue ?? [] }
  package var services: [JSONValue] { json["services"]?.arrayValue ?? [] }
  package var definitions: JSONObject { json["$defs"]?.objectValue ?? [:] }

  /// Each service that one of the ViewModels asks, once, and whether the host answers it itself.
  private static func services(of viewModels: [JSONValue], _ catalog: Catalog) -> [JSONValue] {
    let all = viewModels.flatMap { $0["services"]?.arrayValue ?? [] }
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

  private static func object(_ members: [(key: String, value: JSONValue)]) -> JSONObject {
    members.reduce(into: JSONObject()) { $0[$1.key] = $1.value }
  }

  /// 64 bits in hexadecimal (FNV-1a). What only people read does not count.
  private static func hash(of json: JSONValue) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in Descriptions.removed(from: json).description.utf8 {
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
