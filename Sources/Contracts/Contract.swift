import JSON

/// The description of a catalog as one JSON document: "The contract" in `protocol.md`.
package nonisolated struct Contract {
  package let json: JSONValue

  /// Wraps a document that a host has written.
  package init(_ json: JSONValue) { self.json = json }

  /// Makes a contract of descriptions.
  ///
  /// - Parameter definitions: the named types, in the order of their names.
  package init(
    host: String, version: String, protocolVersion: String, viewModels: [JSONValue],
    services: [JSONValue], definitions: [(key: String, value: JSONValue)]
  ) {
    let what: JSONObject = [
      "viewModels": .array(viewModels), "services": .array(services),
      "$defs": .object(definitions.reduce(into: JSONObject()) { $0[$1.key] = $1.value }),
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

  /// The document without the parts that only people read.
  package var bare: JSONValue { Descriptions.removed(from: json) }

  package var viewModels: [JSONValue] { json["viewModels"]?.arrayValue ?? [] }
  package var services: [JSONValue] { json["services"]?.arrayValue ?? [] }
  package var definitions: JSONObject { json["$defs"]?.objectValue ?? [:] }

  /// 64 bits in hexadecimal (FNV-1a). Parts that only people read are excluded.
  package nonisolated static func hash(of json: JSONValue) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in Descriptions.removed(from: json).description.utf8 {
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
