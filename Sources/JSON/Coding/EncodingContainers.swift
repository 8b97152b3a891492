/// Writes the members of an object.
struct KeyedValueEncoder<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: ValueEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }

  func encodeNil(forKey key: Key) {
    encoder.setMember(key.stringValue, .null)
  }

  func encode<T: Encodable & JSONConvertible>(_ value: T, forKey key: Key) throws {
    encoder.setMember(key.stringValue, try encoder.converted(value, at: .key(key)))
  }

  func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    encoder.setMember(key.stringValue, try encoder.encoded(value, at: .key(key)))
  }

  func nestedContainer<NestedKey>(
    keyedBy type: NestedKey.Type,
    forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    encoder.child(forKey: key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    encoder.child(forKey: key).unkeyedContainer()
  }

  func superEncoder() -> any Encoder {
    encoder.child(forKey: JSONKey.superclass)
  }

  func superEncoder(forKey key: Key) -> any Encoder {
    encoder.child(forKey: key)
  }
}

/// Writes the elements of an array.
struct UnkeyedValueEncoder: UnkeyedEncodingContainer {
  let encoder: ValueEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }
  var count: Int { encoder.elementCount }

  func encodeNil() {
    encoder.append(.null)
  }

  func encode<T: Encodable & JSONConvertible>(_ value: T) throws {
    encoder.append(try encoder.converted(value, at: .index(count)))
  }

  func encode<T: Encodable>(_ value: T) throws {
    encoder.append(try encoder.encoded(value, at: .index(count)))
  }

  func nestedContainer<NestedKey>(
    keyedBy type: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> {
    encoder.childElement().container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    encoder.childElement().unkeyedContainer()
  }

  func superEncoder() -> any Encoder {
    encoder.childElement()
  }
}

/// Writes a value that is neither an object nor an array of its own.
struct SingleValueEncoder: SingleValueEncodingContainer {
  let encoder: ValueEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }

  func encodeNil() {
    encoder.value = .null
  }

  func encode<T: Encodable & JSONConvertible>(_ value: T) throws {
    encoder.value = try encoder.converted(value, at: .root)
  }

  func encode<T: Encodable>(_ value: T) throws {
    encoder.value = try encoder.encoded(value, at: .root)
  }
}
