import JSON

/// The members that a type has read from an object.
final class ObjectNotes {
  private var names: [String] = []
  private var notes: [String: Note] = [:]
  private var required: [String] = []
  /// The members whose presence was checked before they were read, so that they are optional.
  private var asked: Set<String> = []
  private var nullable: Set<String> = []
  /// The key that stands for any other.
  private var anyName: String?

  var schema: JSONValue {
    var schema: JSONObject = ["type": "object"]
    let known = names.filter { $0 != anyName }
    if !known.isEmpty {
      var properties = JSONObject()
      for name in known { properties[name] = memberSchema(name) }
      schema["properties"] = .object(properties)
    }
    if !required.isEmpty { schema["required"] = .array(required.map { .string($0) }) }
    if let anyName, notes[anyName] != nil {
      schema["additionalProperties"] = memberSchema(anyName)
    }
    return .object(schema)
  }

  private func memberSchema(_ name: String) -> JSONValue {
    let schema = notes[name]?.schema ?? Schema.any
    return nullable.contains(name) ? Schema.nullable(schema) : schema
  }

  /// Records the first read of a member.
  func note(_ name: String, _ note: Note) {
    guard notes[name] == nil else { return }
    names.append(name)
    notes[name] = note
    if !asked.contains(name), name != anyName { required.append(name) }
  }

  func ask(_ name: String) { asked.insert(name) }

  func askNull(_ name: String) { nullable.insert(name) }

  func letAnyName(be name: String) { anyName = name }
}

/// Records the members that a type reads.
struct MemberRecorder<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let recorder: ShapeRecorder
  let notes: ObjectNotes
  var codingPath: [any CodingKey] { [] }

  /// All keys of the type; one of an enum's cases; a sample key if keys are any string.
  var allKeys: [Key] {
    if let keys = EnumCases.all(of: Key.self) {
      guard !recorder.isEnum else {
        recorder.caseCount = keys.count
        return Array(keys.dropFirst(recorder.answers.caseIndex).prefix(1))
      }
      for key in keys { notes.ask(key.stringValue) }
      return keys
    }
    guard let key = Key(stringValue: "1") else { return [] }
    notes.letAnyName(be: key.stringValue)
    return [key]
  }

  func contains(_ key: Key) -> Bool {
    let isOther = recorder.ask(.presence(key.stringValue)) != nil
    notes.ask(key.stringValue)
    return !isOther
  }

  func decodeNil(forKey key: Key) -> Bool {
    notes.askNull(key.stringValue)
    return false
  }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    let shape = try recorder.shape(of: type)
    if type is any OptionalType.Type { notes.ask(key.stringValue) }
    notes.note(key.stringValue, .schema(shape.schema))
    let cases = EnumCases.all(of: type) ?? []
    if cases.count > 1,
      case .choice(_, let index, _)? = recorder.ask(
        .choice(key.stringValue, index: 0, of: cases.count))
    {
      return cases[index]
    }
    return try shape.value()
  }

  /// Called for types outside the standard library. `nil` is the safer answer.
  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    notes.ask(key.stringValue)
    _ = decodeNil(forKey: key)
    let shape = try recorder.shape(of: type)
    notes.note(key.stringValue, .schema(shape.schema))
    return recorder.ask(.optional(key.stringValue)) == nil ? nil : shape.sample as? T
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try child(key.stringValue).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try child(key.stringValue).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { try child("super") }

  func superDecoder(forKey key: Key) throws -> any Decoder { try child(key.stringValue) }

  private func child(_ name: String) throws -> ShapeRecorder {
    let child = try recorder.child()
    notes.note(name, .nested(child))
    return child
  }
}
