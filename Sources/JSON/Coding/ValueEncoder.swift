/// Builds the value of one Encodable value; every nested one has an encoder of its own.
final class ValueEncoder: Encoder {
  private var parent: ValueEncoder?
  private var step: CodingStep
  let session: EncodingSession
  private let state = UncheckedBox(State())

  /// What has been encoded so far.
  private struct State {
    var content = Content.nothing
    var members = JSONObject()
    var elements: [JSONValue] = []
    /// Containers that were handed out, whose values go in here when all is encoded.
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

  /// Makes the encoder as new, for another value.
  func reset(parent: ValueEncoder?, step: CodingStep) {
    self.parent = parent
    self.step = step
    state.value = State()
  }

  var codingPath: [any CodingKey] {
    var path = parent?.codingPath ?? []
    if let key = step.codingKey { path.append(key) }
    return path
  }

  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    if case .nothing = state.value.content { state.value.content = .members }
    return KeyedEncodingContainer(KeyedValueEncoder<Key>(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    if case .nothing = state.value.content { state.value.content = .elements }
    return UnkeyedValueEncoder(encoder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    SingleValueEncoder(encoder: self)
  }

  /// Hands over the value, with those of the containers that were handed out. Who encodes nothing is
  /// an object without members, as a struct without properties is.
  func finish() -> JSONValue {
    for (step, child) in state.value.children {
      switch step {
      case .root: break
      case .member(let key): state.value.members[key] = child.finish()
      case .index(let index): state.value.elements[index] = child.finish()
      }
    }
    state.value.children.removeAll()
    switch state.value.content {
    case .nothing: return .object(JSONObject())
    case .single(let value): return value
    case .members:
      defer { state.value.members = JSONObject() }
      return .object(state.value.members)
    case .elements:
      defer { state.value.elements = [] }
      return .array(state.value.elements)
    }
  }
}

/// What containers do with their encoder.
extension ValueEncoder {
  func set(_ value: JSONValue) {
    state.value.content = .single(value)
  }

  func set(_ value: JSONValue, for key: String) {
    guard case .members = state.value.content else { mixed() }
    state.value.members[key] = value
    // What was handed out for the same key before has no say any more.
    if !state.value.children.isEmpty {
      state.value.children.removeAll { $0.step == .member(key) }
    }
  }

  func append(_ value: JSONValue) {
    guard case .elements = state.value.content else { mixed() }
    state.value.elements.append(value)
  }

  var elementCount: Int { state.value.elements.count }

  private func mixed() -> Never {
    preconditionFailure("a type encodes itself with containers of different kinds")
  }

  /// An encoder for a member that is filled later; until then `null` keeps its place.
  func child(for key: String) -> ValueEncoder {
    set(.null, for: key)
    return child(at: .member(key))
  }

  /// An encoder for an element that is filled later; until then `null` keeps its place.
  func childElement() -> ValueEncoder {
    append(.null)
    return child(at: .index(elementCount - 1))
  }

  private func child(at step: CodingStep) -> ValueEncoder {
    let child = ValueEncoder(session: session, parent: self, step: step)
    state.value.children.append((step, child))
    return child
  }

  /// The value of something nested in this.
  func encoded<T: Encodable>(_ value: T, at step: CodingStep) throws -> JSONValue {
    switch session.strategies.value.strategy(for: T.self) {
    case .convertible(let type): return try converted(value, as: type, at: step)
    case .object:
      guard let objects = session.objects else { break }
      // It is of a class: to ask for that with `as` takes as long as to encode a small object.
      let object = unsafeBitCast(value, to: AnyObject.self)
      return try objects(object) { try encodedByItself(value, at: step) }
    case .dictionary:
      guard let dictionary = value as? any TextKeyedDictionary else { break }
      return try encoded(at: step) { .object(try dictionary.members(encodedBy: $0)) }
    case .unordered(let count):
      return try encodedByItself(value, at: step).sorted(valuesPerItem: count)
    case .codable: break
    }
    return try encodedByItself(value, at: step)
  }

  /// What the value's own `encode(to:)` gives.
  private func encodedByItself(_ value: some Encodable, at step: CodingStep) throws -> JSONValue {
    try encoded(at: step) { encoder in
      try value.encode(to: encoder)
      return encoder.finish()
    }
  }

  /// What an encoder of its own makes of it.
  @inline(__always)
  private func encoded(
    at step: CodingStep, _ encode: (ValueEncoder) throws -> JSONValue
  ) rethrows -> JSONValue {
    let encoder = session.encoder(parent: self, step: step)
    let encoded = try encode(encoder)
    session.recycle(consume encoder)
    return encoded
  }

  /// - Parameter type: the value's own: to ask for its conformance with `as` takes longer than to convert a number.
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

/// What all the encoders of one value share.
package final class EncodingSession {
  /// Encodes an object, which it does by calling the closure.
  package typealias ObjectEncoding =
    (_ object: AnyObject, _ encode: () throws -> JSONValue) throws -> JSONValue

  let strategies = UncheckedBox(CodingStrategies())
  let objects: ObjectEncoding?
  private let idle = UncheckedBox([ValueEncoder]())

  package init(objects: ObjectEncoding?) { self.objects = objects }

  /// An encoder for a nested value; one that has done its work is taken again.
  func encoder(parent: ValueEncoder?, step: CodingStep) -> ValueEncoder {
    guard let encoder = idle.value.popLast() else {
      return ValueEncoder(session: self, parent: parent, step: step)
    }
    encoder.reset(parent: parent, step: step)
    return encoder
  }

  /// Takes back an encoder, unless a type has kept it.
  func recycle(_ encoder: consuming ValueEncoder) {
    guard isKnownUniquelyReferenced(&encoder) else { return }
    encoder.reset(parent: nil, step: .root)
    idle.value.append(encoder)
  }

  /// Lets go of the encoders that wait; without this they and the session hold on to each other.
  package func close() {
    idle.value = []
  }
}
