import JSON

/// A decoder that notes what a type reads, and gives it empty values.
final class ShapeRecorder: Decoder {
  var probe: SchemaProbe
  /// What was read as an object.
  var isObject = false
  var properties = JSONObject()
  var required: [String] = []
  /// The member that was asked whether it is null: `decodeIfPresent` does so before it decodes.
  fileprivate var optionalKey: String?
  /// The schema of what was read in one piece.
  var single: JSONValue?

  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  init(probe: SchemaProbe) { self.probe = probe }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    isObject = true
    return KeyedDecodingContainer(ObjectRecorder<Key>(recorder: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    single = ["type": "array"]
    throw unknown
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { ValueRecorder(recorder: self) }

  fileprivate var unknown: DecodingError {
    .dataCorrupted(
      DecodingError.Context(codingPath: [], debugDescription: "there is no empty value"))
  }

  /// An empty value of a type: of one that is made of others by their empty values.
  fileprivate func empty<T: Decodable>(_ type: T.Type) throws -> T {
    for json: JSONValue in [0, "", false, [], [:], nil] {
      if let value = try? json.decode(type) { return value }
    }
    if let first = (type as? any CaseIterable.Type).flatMap(firstCase) as? T { return first }
    return try T(from: ShapeRecorder(probe: probe))
  }

  fileprivate func note(_ type: Any.Type, _ key: any CodingKey, isRequired: Bool) {
    properties[key.stringValue] = probe.schema(of: type)
    if isRequired { required.append(key.stringValue) }
  }
}

private func firstCase(_ type: any CaseIterable.Type) -> Any? {
  func first<Cases: CaseIterable>(_ type: Cases.Type) -> Any? { type.allCases.first }
  return first(type)
}

private struct ObjectRecorder<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let recorder: ShapeRecorder
  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { [] }

  func contains(_ key: Key) -> Bool { true }

  func decodeNil(forKey key: Key) -> Bool {
    recorder.optionalKey = key.stringValue
    return false
  }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    if recorder.optionalKey == key.stringValue {
      recorder.note(T?.self, key, isRequired: false)
    } else {
      recorder.note(type, key, isRequired: !(type is any OptionalType.Type))
    }
    return try recorder.empty(type)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    throw recorder.unknown
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    throw recorder.unknown
  }

  func superDecoder() -> any Decoder { recorder }

  func superDecoder(forKey key: Key) throws -> any Decoder { throw recorder.unknown }
}

private struct ValueRecorder: SingleValueDecodingContainer {
  let recorder: ShapeRecorder
  var codingPath: [any CodingKey] { [] }

  func decodeNil() -> Bool { false }

  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    recorder.single = recorder.probe.schema(of: type)
    return try recorder.empty(type)
  }
}
