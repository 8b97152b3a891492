/// Builds the JSON of one Encodable value; each nested value has its own encoder.
///
/// Exclusive access is not checked at run time here and in the sessions, as no change calls code of
/// a type: the checks would take an eighth of the encoding time.
final class ValueEncoder: Encoder {
  private var parent: ValueEncoder?
  private var step: CodingStep
  let session: EncodingSession
  @exclusivity(unchecked) private var state = State()

  /// The result so far.
  private struct State {
    var content = Content.nothing
    var members = JSONObject()
    var elements: [JSONValue] = []
    /// The nested containers that were requested; their values are inserted at the end.
    var children: [(step: CodingStep, encoder: ValueEncoder)] = []
  }

  private enum Content {
    case nothing
    case single(JSONValue)
    case members
    case elements
  }

  init(session: EncodingSession, parent: ValueEncoder?, step: CodingStep) {
    self.session = session
    self.parent = parent
    self.step = step
  }

  /// Resets the encoder for another value.
  func reset(parent: ValueEncoder?, step: CodingStep) {
    self.parent = parent
    self.step = step
    state = State()
  }

  var codingPath: [any CodingKey] {
    var path = parent?.codingPath ?? []
    if let key = step.codingKey { path.append(key) }
    return path
  }

  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    if case .nothing = state.content { state.content = .members }
    return KeyedEncodingContainer(KeyedValueEncoder<Key>(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    if case .nothing = state.content { state.content = .elements }
    return UnkeyedValueEncoder(encoder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    SingleValueEncoder(encoder: self)
  }

  /// Returns the value, with those of the requested containers. A type that encodes no value gives
  /// an empty object, as a struct without properties does.
  func finish() -> JSONValue {
    for (step, child) in state.children {
      switch step {
      case .root: break
      case .member(let key): state.members[key] = child.finish()
      case .index(let index): state.elements[index] = child.finish()
      }
    }
    state.children.removeAll()
    switch state.content {
    case .nothing: return .object(JSONObject())
    case .single(let value): return value
    case .members:
      defer { state.members = JSONObject() }
      return .object(state.members)
    case .elements:
      defer { state.elements = [] }
      return .array(state.elements)
    }
  }
}

/// The functions that containers use.
extension ValueEncoder {
  func set(_ value: JSONValue) {
    state.content = .single(value)
  }

  func set(_ value: JSONValue, for key: String) {
    guard case .members = state.content else { mixed() }
    state.members[key] = value
    // Drops an earlier container for the same key.
    if !state.children.isEmpty {
      state.children.removeAll { $0.step == .member(key) }
    }
  }

  func append(_ value: JSONValue) {
    guard case .elements = state.content else { mixed() }
    state.elements.append(value)
  }

  var elementCount: Int { state.elements.count }

  private func mixed() -> Never {
    preconditionFailure("a type encodes itself with containers of different kinds")
  }

  /// Returns an encoder for a member that is filled later; `null` reserves its position.
  func child(for key: String) -> ValueEncoder {
    set(.null, for: key)
    return child(at: .member(key))
  }

  /// Returns an encoder for an element that is filled later; `null` reserves its position.
  func childElement() -> ValueEncoder {
    append(.null)
    return child(at: .index(elementCount - 1))
  }

  private func child(at step: CodingStep) -> ValueEncoder {
    let child = ValueEncoder(session: session, parent: self, step: step)
    state.children.append((step, child))
    return child
  }

  /// Encodes a nested value.
  func encoded<T: Encodable>(_ value: T, at step: CodingStep) throws -> JSONValue {
    switch session.strategies.strategy(for: T.self) {
    case .convertible(let type): return try converted(value, as: type, at: step)
    case .object:
      guard let objects = session.objects else { break }
      // The value is an object; a cast with `as` takes as long as encoding a small object.
      let object = unsafeBitCast(value, to: AnyObject.self)
      return try objects(object) { try encodedWithEncodeTo(value, at: step) }
    case .dictionary:
      guard let dictionary = value as? any TextKeyedDictionary else { break }
      return try encoded(at: step) { .object(try dictionary.members(encodedBy: $0)) }
    case .unordered(let count):
      return try encodedWithEncodeTo(value, at: step).sorted(valuesPerItem: count)
    case .codable: break
    }
    return try encodedWithEncodeTo(value, at: step)
  }

  /// Encodes the value with its `encode(to:)`.
  private func encodedWithEncodeTo(_ value: some Encodable, at step: CodingStep) throws -> JSONValue
  {
    try encoded(at: step) { encoder in
      try value.encode(to: encoder)
      return encoder.finish()
    }
  }

  /// Encodes with a new encoder.
  @inline(__always)
  private func encoded(
    at step: CodingStep, _ encode: (ValueEncoder) throws -> JSONValue
  ) rethrows -> JSONValue {
    let encoder = session.encoder(parent: self, step: step)
    let encoded = try encode(encoder)
    session.recycle(consume encoder)
    return encoded
  }

  /// - Parameter type: The value's type; finding its conformance with `as` takes longer than
  ///   converting a number.
  private func converted<Value: JSONConvertible>(
    _ value: some Encodable, as type: Value.Type, at step: CodingStep
  ) throws -> JSONValue {
    try withUnsafePointer(to: value) {
      try converted(UnsafeRawPointer($0).assumingMemoryBound(to: type).pointee, at: step)
    }
  }

  @inline(__always)
  func converted(_ value: some JSONConvertible, at step: CodingStep) throws -> JSONValue {
    do {
      return try value.json
    } catch {
      throw encodingError(error, of: value, at: step)
    }
  }

  @inline(never)
  private func encodingError(_ error: any Error, of value: Any, at step: CodingStep) -> any Error {
    guard let error = error as? JSONConversionError else { return error }
    let steps = CollectionOfOne(step) + error.path.reversed()
    let context = EncodingError.Context(
      codingPath: codingPath + steps.compactMap(\.codingKey),
      debugDescription: error.description
    )
    return EncodingError.invalidValue(value, context)
  }
}

/// The state that all encoders of one value share.
package final class EncodingSession {
  /// Encodes an object by calling the closure.
  package typealias ObjectEncoding =
    (_ object: AnyObject, _ encode: () throws -> JSONValue) throws -> JSONValue

  @exclusivity(unchecked) var strategies = CodingStrategies()
  let objects: ObjectEncoding?
  @exclusivity(unchecked) private var idle: [ValueEncoder] = []

  package init(objects: ObjectEncoding?) { self.objects = objects }

  /// Returns an encoder for a nested value, recycled if possible.
  func encoder(parent: ValueEncoder?, step: CodingStep) -> ValueEncoder {
    guard let encoder = idle.popLast() else {
      return ValueEncoder(session: self, parent: parent, step: step)
    }
    encoder.reset(parent: parent, step: step)
    return encoder
  }

  /// Keeps an encoder for reuse, unless a type has retained it.
  func recycle(_ encoder: consuming ValueEncoder) {
    guard isKnownUniquelyReferenced(&encoder) else { return }
    encoder.reset(parent: nil, step: .root)
    idle.append(encoder)
  }

  /// Releases the recycled encoders; otherwise they and the session retain each other.
  package func close() {
    idle = []
  }
}
