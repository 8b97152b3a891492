/// Reads one Decodable value from a JSON value; each nested value has its own decoder.
final class ValueDecoder: Decoder {
  let value: JSONValue
  /// The members of the value, if it is an object. They are stored here because the standard
  /// library copies the container for each member.
  let members: JSONObject
  private let session: DecodingSession
  private let parent: ValueDecoder?
  private let step: CodingStep

  init(
    _ value: JSONValue,
    session: DecodingSession,
    parent: ValueDecoder? = nil,
    step: CodingStep = .root
  ) {
    self.value = value
    if case .object(let object) = value { members = object } else { members = JSONObject() }
    self.session = session
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
    guard case .object = value else { throw mismatch(JSONObject.self, "an object") }
    return KeyedDecodingContainer(KeyedValueDecoder<Key>(decoder: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .array(let elements) = value else { throw mismatch([JSONValue].self, "an array") }
    return UnkeyedValueDecoder(decoder: self, elements: elements)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer {
    SingleValueDecoder(decoder: self)
  }

  private func mismatch(_ type: any Any.Type, _ expected: String) -> any Error {
    let error = JSONConversionError(expected: expected, found: value)
    return decodingError(error, type, isNull: value.isNull, at: .root)
  }
}

/// The functions that containers use.
extension ValueDecoder {
  func nested(_ value: JSONValue, at step: CodingStep) -> ValueDecoder {
    ValueDecoder(value, session: session, parent: self, step: step)
  }

  /// Decodes a nested value.
  func decoded<T: Decodable>(
    _ type: T.Type,
    from value: JSONValue,
    at step: CodingStep
  ) throws -> T {
    if case .convertible(let convertible) = session.strategies.strategy(for: type) {
      let converted = try converted(convertible, from: value, at: step)
      if let converted = converted as? T { return converted }
    }
    return try T(from: nested(value, at: step))
  }

  @inline(__always)
  func converted<T: JSONConvertible>(
    _ type: T.Type,
    from value: JSONValue,
    at step: CodingStep
  ) throws -> T {
    do {
      return try T(json: value)
    } catch {
      throw decodingError(error, T.self, isNull: value.isNull, at: step)
    }
  }

  @inline(never)
  private func decodingError(
    _ error: any Error,
    _ type: any Any.Type,
    isNull: Bool,
    at step: CodingStep
  ) -> any Error {
    guard let error = error as? JSONConversionError else { return error }
    let steps = CollectionOfOne(step) + error.path.reversed()
    let context = DecodingError.Context(
      codingPath: codingPath + steps.compactMap(\.codingKey),
      debugDescription: error.description
    )
    return isNull
      ? DecodingError.valueNotFound(type, context) : DecodingError.typeMismatch(type, context)
  }
}

/// The state that all decoders of one value share.
final class DecodingSession {
  @exclusivity(unchecked) var strategies = CodingStrategies()
}
