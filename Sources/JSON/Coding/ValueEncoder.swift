/// Builds the value of one Encodable value; every nested one has an encoder of its own.
final class ValueEncoder: Encoder {
  private let parent: ValueEncoder?
  private let step: CodingStep
  /// What has been encoded so far; nil until a container is asked for.
  var value: JSONValue?
  /// Containers that were handed out, whose values go in here when all is encoded.
  private var children: [(place: Place, encoder: ValueEncoder)] = []

  enum Place {
    case key(String)
    case index(Int)
  }

  init(parent: ValueEncoder? = nil, step: CodingStep = .root) {
    self.parent = parent
    self.step = step
  }

  var codingPath: [any CodingKey] {
    var path = parent?.codingPath ?? []
    if let key = step.codingKey { path.append(key) }
    return path
  }

  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    if value == nil { value = .object([:]) }
    return KeyedEncodingContainer(KeyedValueEncoder<Key>(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    if value == nil { value = .array([]) }
    return UnkeyedValueEncoder(encoder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    SingleValueEncoder(encoder: self)
  }

  /// The value, with those of the containers that were handed out; nil when nothing was encoded.
  func finish() -> JSONValue? {
    for (place, encoder) in children {
      let child = encoder.finish() ?? .object([:])
      switch place {
      case .key(let key): setMember(key, child)
      case .index(let index): setElement(index, child)
      }
    }
    children = []
    return value
  }
}

extension ValueEncoder {
  /// The value of something nested in this.
  func encoded<T: Encodable>(_ value: T, at step: CodingStep) throws -> JSONValue {
    if let convertible = value as? any JSONConvertible {
      return try converted(convertible, at: step)
    }
    let encoder = ValueEncoder(parent: self, step: step)
    try value.encode(to: encoder)
    let encoded = encoder.finish() ?? .object([:])
    return value is any UnorderedCollection ? encoded.inDeterministicOrder : encoded
  }

  func converted(_ value: some JSONConvertible, at step: CodingStep) throws -> JSONValue {
    do {
      return try value.json
    } catch let error as JSONConversionError {
      let path = ValueEncoder(parent: self, step: step).codingPath
      throw EncodingError.invalidValue(
        value,
        .init(codingPath: path, debugDescription: error.description)
      )
    }
  }

  func setMember(_ key: String, _ member: JSONValue) {
    guard case .object(var object)? = value else {
      preconditionFailure("a keyed container was asked for beside one of another kind")
    }
    value = nil
    object[key] = member
    value = .object(object)
  }

  var elementCount: Int {
    guard case .array(let array)? = value else {
      preconditionFailure("an unkeyed container was asked for beside one of another kind")
    }
    return array.count
  }

  func append(_ element: JSONValue) {
    setElement(elementCount, element)
  }

  private func setElement(_ index: Int, _ element: JSONValue) {
    guard case .array(var array)? = value else { return }
    value = nil
    if index == array.count { array.append(element) } else { array[index] = element }
    value = .array(array)
  }

  /// An encoder for a member that is filled later; until then `null` keeps its place.
  func child(forKey key: any CodingKey) -> ValueEncoder {
    setMember(key.stringValue, .null)
    let child = ValueEncoder(parent: self, step: .key(key))
    children.append((.key(key.stringValue), child))
    return child
  }

  /// An encoder for an element that is filled later; until then `null` keeps its place.
  func childElement() -> ValueEncoder {
    let index = elementCount
    append(.null)
    let child = ValueEncoder(parent: self, step: .index(index))
    children.append((.index(index), child))
    return child
  }
}
