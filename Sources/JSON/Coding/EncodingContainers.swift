/// Writes the members of an object.
struct KeyedValueEncoder<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: ValueEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }

  func encodeNil(forKey key: Key) {
    encoder.set(.null, for: key.stringValue)
  }

  @inline(__always)
  func encode<T: Encodable & JSONConvertible>(_ value: T, forKey key: Key) throws {
    let key = key.stringValue
    encoder.set(try encoder.converted(value, at: .member(key)), for: key)
  }

  func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    let key = key.stringValue
    encoder.set(try encoder.encoded(value, at: .member(key)), for: key)
  }

  func nestedContainer<NestedKey>(
    keyedBy type: NestedKey.Type,
    forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    encoder.child(for: key.stringValue).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    encoder.child(for: key.stringValue).unkeyedContainer()
  }

  func superEncoder() -> any Encoder {
    encoder.child(for: CodingStep.superclassKey)
  }

  func superEncoder(forKey key: Key) -> any Encoder {
    encoder.child(for: key.stringValue)
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

  @inline(__always)
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

/// Writes a single value.
struct SingleValueEncoder: SingleValueEncodingContainer {
  let encoder: ValueEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }

  func encodeNil() {
    encoder.set(.null)
  }

  @inline(__always)
  func encode<T: Encodable & JSONConvertible>(_ value: T) throws {
    encoder.set(try encoder.converted(value, at: .root))
  }

  func encode<T: Encodable>(_ value: T) throws {
    encoder.set(try encoder.encoded(value, at: .root))
  }
}
