import JSON

/// A decoder that notes what a type reads, and gives it samples.
final class ShapeRecorder: Decoder {
  /// What a type is told, besides samples.
  struct Answers {
    /// What cannot be read as a single value.
    var refused: [Any.Type] = []
    /// Whether the value is null.
    var isNull = false
    /// Which of the keys is there, for an enum that asks.
    var caseIndex = 0
    /// What is answered otherwise than in the first run.
    var other: Question?
  }

  /// Something that a type may go on by: what it reads next may depend on the answer.
  enum Question: Equatable {
    /// Which case of an enum a member is. The first, unless it is another one.
    case choice(String, index: Int, of: Int)
    /// Whether there is a member. There is.
    case presence(String)
    /// What a member is that may be missing. It is.
    case optional(String)
  }

  let probe: SchemaProbe
  let depth: Int
  let answers: Answers
  /// Whether the type is an enum with associated values, which asks for the keys to find its case.
  let isEnum: Bool
  /// Whether the type has read all that it wants.
  var isComplete = false
  /// How many cases the enum has.
  var caseCount = 0
  /// What was read as a whole.
  private(set) var singles: [(type: Any.Type, schema: JSONValue)] = []
  private(set) var isNullAsked = false
  /// What was asked about the members.
  private(set) var questions: [Question] = []
  private var object: ObjectNotes?
  private var array: ArrayNotes?
  /// A type that begins again and again with the same decoder is stopped.
  private var containersLeft = 16

  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  init(_ probe: SchemaProbe, depth: Int, isEnum: Bool = false, _ answers: Answers = Answers()) {
    self.probe = probe
    self.depth = depth
    self.isEnum = isEnum
    self.answers = answers
  }

  /// Notes a question.
  ///
  /// - Returns: the other answer, if that is to be given.
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

  /// What is valid for all that was read. A type that reads nothing writes an object without members.
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

/// What the containers do with their decoder.
extension ShapeRecorder {
  /// What is known of a type that is read.
  func shape(of type: Any.Type) throws -> Shape {
    try probe.read()
    return probe.shape(of: type, depth: depth + 1)
  }

  /// The decoder of something that is read piece by piece.
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
  /// The sample, if there is one.
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

/// Something that was read inside of something else.
enum Note {
  case schema(JSONValue)
  /// Read piece by piece.
  case nested(ShapeRecorder)

  var schema: JSONValue {
    switch self {
    case .schema(let schema): schema
    case .nested(let recorder): recorder.schema
    }
  }
}
