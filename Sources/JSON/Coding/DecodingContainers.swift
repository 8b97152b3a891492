/// Reads the members of an object.
struct KeyedValueDecoder<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: ValueDecoder

  var codingPath: [any CodingKey] { decoder.codingPath }
  var allKeys: [Key] { decoder.members.keys.compactMap { Key(stringValue: $0) } }

  func contains(_ key: Key) -> Bool {
    decoder.members.position(of: key.stringValue) != nil
  }

  func decodeNil(forKey key: Key) throws -> Bool {
    try member(key, key.stringValue).isNull
  }

  @inline(__always)
  func decode<T: Decodable & JSONConvertible>(_ type: T.Type, forKey key: Key) throws -> T {
    let text = key.stringValue
    return try decoder.converted(type, from: member(key, text), at: .member(text))
  }

  /// Decodes a missing member of an optional type as `null`, because synthesized `encode(to:)`
  /// omits nil.
  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    let text = key.stringValue
    guard let value = decoder.members[text] else {
      guard type is any OptionalType.Type else { throw missing(key) }
      return try decoder.decoded(type, from: .null, at: .member(text))
    }
    return try decoder.decoded(type, from: value, at: .member(text))
  }

  func nestedContainer<NestedKey>(
    keyedBy type: NestedKey.Type,
    forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try nestedDecoder(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try nestedDecoder(key).unkeyedContainer()
  }

  func superDecoder() -> any Decoder {
    superDecoder(CodingStep.superclassKey)
  }

  func superDecoder(forKey key: Key) -> any Decoder {
    superDecoder(key.stringValue)
  }

  private func superDecoder(_ key: String) -> ValueDecoder {
    decoder.nested(decoder.members[key] ?? .null, at: .member(key))
  }

  private func nestedDecoder(_ key: Key) throws -> ValueDecoder {
    let text = key.stringValue
    return decoder.nested(try member(key, text), at: .member(text))
  }

  @inline(__always)
  private func member(_ key: Key, _ text: String) throws -> JSONValue {
    guard let value = decoder.members[text] else { throw missing(key) }
    return value
  }

  @inline(never)
  private func missing(_ key: Key) -> DecodingError {
    .keyNotFound(key, .init(codingPath: codingPath, debugDescription: "required, but missing"))
  }
}

/// Reads the elements of an array in order.
struct UnkeyedValueDecoder: UnkeyedDecodingContainer {
  let decoder: ValueDecoder
  let elements: [JSONValue]
  private(set) var currentIndex = 0

  init(decoder: ValueDecoder, elements: [JSONValue]) {
    self.decoder = decoder
    self.elements = elements
  }

  var codingPath: [any CodingKey] { decoder.codingPath }
  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex == elements.count }

  /// Advances only if the element could be decoded.
  mutating func decodeNil() throws -> Bool {
    guard try element().isNull else { return false }
    currentIndex += 1
    return true
  }

  @inline(__always)
  mutating func decode<T: Decodable & JSONConvertible>(_ type: T.Type) throws -> T {
    let value = try decoder.converted(type, from: element(), at: .index(currentIndex))
    currentIndex += 1
    return value
  }

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    let value = try decoder.decoded(type, from: element(), at: .index(currentIndex))
    currentIndex += 1
    return value
  }

  mutating func nestedContainer<NestedKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    let container = try nestedDecoder().container(keyedBy: type)
    currentIndex += 1
    return container
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let container = try nestedDecoder().unkeyedContainer()
    currentIndex += 1
    return container
  }

  mutating func superDecoder() throws -> any Decoder {
    let decoder = try nestedDecoder()
    currentIndex += 1
    return decoder
  }

  private func nestedDecoder() throws -> ValueDecoder {
    decoder.nested(try element(), at: .index(currentIndex))
  }

  private func element() throws -> JSONValue {
    guard currentIndex < elements.count else {
      let path = codingPath + [JSONKey(index: currentIndex)]
      throw DecodingError.valueNotFound(
        JSONValue.self,
        .init(codingPath: path, debugDescription: "expected another element, found the end")
      )
    }
    return elements[currentIndex]
  }
}

/// Reads a value as a whole.
struct SingleValueDecoder: SingleValueDecodingContainer {
  let decoder: ValueDecoder
  var codingPath: [any CodingKey] { decoder.codingPath }

  func decodeNil() -> Bool {
    decoder.value.isNull
  }

  @inline(__always)
  func decode<T: Decodable & JSONConvertible>(_ type: T.Type) throws -> T {
    try decoder.converted(type, from: decoder.value, at: .root)
  }

  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try decoder.decoded(type, from: decoder.value, at: .root)
  }
}
