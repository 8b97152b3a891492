/// Reads one Decodable value from a JSON value; every nested one has a decoder of its own.
final class ValueDecoder: Decoder {
  let value: JSONValue
  private let parent: ValueDecoder?
  private let step: CodingStep

  init(_ value: JSONValue, parent: ValueDecoder? = nil, step: CodingStep = .root) {
    self.value = value
    self.parent = parent
    self.step = step
  }

  var codingPath: [any CodingKey] {
    var path = parent?.codingPath ?? []
    if let key = step.codingKey { path.append(key) }
    return path
  }

  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .object(let object) = value else {
      throw mismatch(JSONObject.self, "an object")
    }
    return KeyedDecodingContainer(KeyedValueDecoder<Key>(decoder: self, object: object))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .array(let elements) = value else {
      throw mismatch([JSONValue].self, "an array")
    }
    return UnkeyedValueDecoder(decoder: self, elements: elements)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer {
    SingleValueDecoder(decoder: self)
  }
}

extension ValueDecoder {
  func nested(_ value: JSONValue, _ step: CodingStep) -> ValueDecoder {
    ValueDecoder(value, parent: self, step: step)
  }

  /// What a nested value decodes to.
  func decoded<T: Decodable>(
    _ type: T.Type,
    from value: JSONValue,
    at step: CodingStep
  ) throws -> T {
    if let convertible = type as? any JSONConvertible.Type {
      let converted = try converted(convertible, from: value, at: step)
      if let converted = converted as? T { return converted }
    }
    return try T(from: nested(value, step))
  }

  func converted<T: JSONConvertible>(
    _ type: T.Type,
    from value: JSONValue,
    at step: CodingStep
  ) throws -> T {
    do {
      return try T(json: value)
    } catch let error as JSONConversionError {
      throw nested(value, step).failure(T.self, error.description)
    }
  }

  private func mismatch(_ type: any Any.Type, _ expected: String) -> DecodingError {
    failure(type, "expected \(expected), found \(value.kind)")
  }

  private func failure(_ type: any Any.Type, _ problem: String) -> DecodingError {
    let context = DecodingError.Context(codingPath: codingPath, debugDescription: problem)
    return value.isNull ? .valueNotFound(type, context) : .typeMismatch(type, context)
  }
}
