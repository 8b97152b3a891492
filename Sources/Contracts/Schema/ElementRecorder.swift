import JSON

/// The elements that a type has read from an array.
final class ArrayNotes {
  private var notes: [Note] = []
  private var nullable: Set<Int> = []
  /// The index at which the type first asked for more elements.
  private var firstOfMore: Int?

  func schema(isComplete: Bool) -> JSONValue {
    let schemas = notes.enumerated().map { index, note in
      nullable.contains(index) ? Schema.nullable(note.schema) : note.schema
    }
    let fixed = schemas.prefix(firstOfMore ?? schemas.count)
    let more = schemas.dropFirst(fixed.count)
    var schema: JSONObject = ["type": "array"]
    if !fixed.isEmpty { schema["prefixItems"] = .array(Array(fixed)) }
    if !more.isEmpty { schema["items"] = Schema.union(Array(more)) }
    if !fixed.isEmpty { schema["minItems"] = .integer(Int64(fixed.count)) }
    if !fixed.isEmpty, firstOfMore == nil, isComplete {
      schema["maxItems"] = .integer(Int64(fixed.count))
    }
    return .object(schema)
  }

  func note(_ note: Note) { notes.append(note) }

  func askNull(at index: Int) { nullable.insert(index) }

  /// Whether an array ends, with one more element than the type read before it first asked.
  func isEnd(at index: Int) -> Bool {
    let first = firstOfMore ?? index
    firstOfMore = first
    return index > first
  }
}

/// Records the elements that a type reads.
struct ElementRecorder: UnkeyedDecodingContainer {
  let recorder: ShapeRecorder
  let notes: ArrayNotes
  private(set) var currentIndex = 0

  var codingPath: [any CodingKey] { [] }

  var count: Int? { isAtEnd ? currentIndex : currentIndex + 1 }

  var isAtEnd: Bool { notes.isEnd(at: currentIndex) || recorder.probe.isExhausted }

  func decodeNil() -> Bool {
    notes.askNull(at: currentIndex)
    return false
  }

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    let shape = try recorder.shape(of: type)
    note(.schema(shape.schema))
    return try shape.value()
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    try child().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try child().unkeyedContainer()
  }

  mutating func superDecoder() throws -> any Decoder { try child() }

  private mutating func child() throws -> ShapeRecorder {
    let child = try recorder.child()
    note(.nested(child))
    return child
  }

  /// Advances also without a sample: a type that skips such elements would loop forever.
  private mutating func note(_ note: Note) {
    notes.note(note)
    currentIndex += 1
  }
}
