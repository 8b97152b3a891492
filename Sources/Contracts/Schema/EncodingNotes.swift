import JSON

/// An encoder that records what a value encodes.
final class EncodingNotes: Encoder {
  private let probe: SchemaProbe
  private let depth: Int
  private var members: [(name: String, schema: () -> JSONValue)] = []
  private var elements: [() -> JSONValue] = []
  private var single: JSONValue?
  private var isArray = false
  private var isComplete = true

  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  private init(_ probe: SchemaProbe, depth: Int) {
    self.probe = probe
    self.depth = depth
  }

  convenience init(_ probe: SchemaProbe, depth: Int, _ value: some Encodable) {
    self.init(probe, depth: depth)
    do { try value.encode(to: self) } catch { isComplete = false }
  }

  /// - Parameter least: the record of a value without optional parts.
  func schema(requiringWhatIsIn least: EncodingNotes) -> JSONValue {
    guard isComplete, least.isComplete else { return Schema.any }
    if let single { return single }
    if isArray {
      guard !elements.isEmpty else { return ["type": "array"] }
      return ["type": "array", "items": Schema.union(elements.map { $0() })]
    }
    var schema: JSONObject = ["type": "object"]
    var properties = JSONObject()
    for member in members where properties[member.name] == nil {
      properties[member.name] = member.schema()
    }
    let required = properties.keys.filter { name in least.members.contains { $0.name == name } }
    if !properties.isEmpty { schema["properties"] = .object(properties) }
    if !required.isEmpty { schema["required"] = .array(required.map { .string($0) }) }
    return .object(schema)
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(KeyedNotes<Key>(notes: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    isArray = true
    return UnkeyedNotes(notes: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { SingleNotes(notes: self) }

  private func schema(of type: Any.Type) throws -> JSONValue {
    try probe.read()
    return probe.shape(of: type, depth: depth + 1).schema
  }

  private func child() -> EncodingNotes { EncodingNotes(probe, depth: depth + 1) }

  private struct KeyedNotes<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let notes: EncodingNotes
    var codingPath: [any CodingKey] { [] }

    func encodeNil(forKey key: Key) {
      notes.members.append((key.stringValue, { ["type": "null"] }))
    }

    func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
      let schema = try notes.schema(of: T.self)
      notes.members.append((key.stringValue, { schema }))
    }

    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> { child(key.stringValue).container(keyedBy: type) }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
      child(key.stringValue).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { child("super") }

    func superEncoder(forKey key: Key) -> any Encoder { child(key.stringValue) }

    private func child(_ name: String) -> EncodingNotes {
      let child = notes.child()
      notes.members.append((name, { child.schema(requiringWhatIsIn: child) }))
      return child
    }
  }

  private struct UnkeyedNotes: UnkeyedEncodingContainer {
    let notes: EncodingNotes
    var codingPath: [any CodingKey] { [] }
    var count: Int { notes.elements.count }

    func encodeNil() { notes.elements.append { ["type": "null"] } }

    func encode<T: Encodable>(_ value: T) throws {
      let schema = try notes.schema(of: T.self)
      notes.elements.append { schema }
    }

    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type
    ) -> KeyedEncodingContainer<Nested> { child().container(keyedBy: type) }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { child().unkeyedContainer() }

    func superEncoder() -> any Encoder { child() }

    private func child() -> EncodingNotes {
      let child = notes.child()
      notes.elements.append { child.schema(requiringWhatIsIn: child) }
      return child
    }
  }

  private struct SingleNotes: SingleValueEncodingContainer {
    let notes: EncodingNotes
    var codingPath: [any CodingKey] { [] }

    func encodeNil() { notes.single = ["type": "null"] }

    func encode<T: Encodable>(_ value: T) throws { notes.single = try notes.schema(of: T.self) }
  }
}
