import JSON

/// A decoder that records what a type reads, and returns samples.
final class ShapeRecorder: Decoder {
  /// The answers to a type's requests, besides samples.
  struct Answers {
    /// The types that cannot be read as a single value.
    var refused: [Any.Type] = []
    /// Whether the value is null.
    var isNull = false
    /// The index of the present key, for an enum.
    var caseIndex = 0
    /// The question whose answer differs from the first run.
    var other: Question?
  }

  /// A request whose answer may change what the type reads next.
  enum Question: Equatable {
    /// The case of a member's enum; by default the first.
    case choice(String, index: Int, of: Int)
    /// Whether a member is present; by default it is.
    case presence(String)
    /// Whether an optional member is present; by default it is not.
    case optional(String)
  }

  let probe: SchemaProbe
  let depth: Int
  let answers: Answers
  /// Whether the type is an enum with associated values, which uses the keys to find its case.
  let isEnum: Bool
  /// Whether the type has read all it needs.
  var isComplete = false
  /// The number of the enum's cases.
  var caseCount = 0
  /// The types that were read as a single value.
  private(set) var singles: [(type: Any.Type, schema: JSONValue)] = []
  private(set) var isNullAsked = false
  /// The requests about members.
  private(set) var questions: [Question] = []
  private var object: ObjectNotes?
  private var array: ArrayNotes?
  /// Stops a type that begins again and again with the same decoder.
  private var containersLeft = 16

  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  init(_ probe: SchemaProbe, depth: Int, isEnum: Bool = false, _ answers: Answers = Answers()) {
    self.probe = probe
    self.depth = depth
    self.isEnum = isEnum
    self.answers = answers
  }

  /// Records a question.
  ///
  /// - Returns: the second answer, if this run gives it.
  func ask(_ question: Question) -> Question? {
    if !questions.contains(question) { questions.append(question) }
    switch (question, answers.other) {
    case (.choice(let name, _, _), .choice(let other, _, _)?) where name == other:
      return answers.other
    case (_, question?): return question
    default: return nil
    }
  }

  var hasRead: Bool { object != nil || array != nil || !singles.isEmpty }

  /// The schema of all that was read. A type that reads nothing encodes an object without members.
  var schema: JSONValue {
    guard hasRead else { return isComplete ? ["type": "object"] : Schema.any }
    let schemas = [object?.schema, array?.schema(isComplete: isComplete)] + singles.map(\.schema)
    return Schema.union(schemas.compactMap { $0 })
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    try countContainer()
    let notes = object ?? ObjectNotes()
    object = notes
    return KeyedDecodingContainer(MemberRecorder<Key>(recorder: self, notes: notes))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try countContainer()
    let notes = array ?? ArrayNotes()
    array = notes
    return ElementRecorder(recorder: self, notes: notes)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    try countContainer()
    return ValueRecorder(recorder: self)
  }

  private func countContainer() throws {
    guard containersLeft > 0 else { throw SampleMissing() }
    containersLeft -= 1
  }
}

/// The requests of the containers.
extension ShapeRecorder {
  /// The schema and sample of a type that is read.
  func shape(of type: Any.Type) throws -> Shape {
    try probe.read()
    return probe.shape(of: type, depth: depth + 1)
  }

  /// A decoder for nested parts.
  func child() throws -> ShapeRecorder {
    try probe.read()
    guard probe.canGoDeeper(than: depth) else { throw SampleMissing() }
    return ShapeRecorder(probe, depth: depth + 1)
  }

  func readSingle<T: Decodable>(_ type: T.Type) throws -> T {
    guard !answers.refused.contains(where: { $0 == type }) else { throw SampleMissing() }
    let shape = try shape(of: type)
    singles.append((type, shape.schema))
    return try shape.value()
  }

  func askNull() -> Bool {
    isNullAsked = true
    return answers.isNull
  }
}

extension Shape {
  /// The sample; throws if there is none.
  func value<T>() throws -> T {
    guard let value = sample as? T else { throw SampleMissing() }
    return value
  }
}

private struct ValueRecorder: SingleValueDecodingContainer {
  let recorder: ShapeRecorder
  var codingPath: [any CodingKey] { [] }

  func decodeNil() -> Bool { recorder.askNull() }

  func decode<T: Decodable>(_ type: T.Type) throws -> T { try recorder.readSingle(type) }
}

/// The record of a nested value.
enum Note {
  case schema(JSONValue)
  /// Read part by part.
  case nested(ShapeRecorder)

  var schema: JSONValue {
    switch self {
    case .schema(let schema): schema
    case .nested(let recorder): recorder.schema
    }
  }
}
