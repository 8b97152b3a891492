import JSON

extension SchemaProbe {
  /// What a type reads. Its `init(from:)` is run with a decoder that notes what it is asked for, and answers with
  /// samples.
  ///
  /// One that ends the process at a value that it does not like does so here, too, and nothing can catch that. What
  /// lowers the risk: what is optional is missing, enums give values of their own, other samples are ``usualValues``.
  func decodableShape<T: Decodable>(of type: T.Type, depth: Int) -> Shape {
    let reading = Reading<T>(self, depth)
    var schema = reading.schema()
    if reading.sample == nil, case .object(var object) = schema,
      object["type"] == "object" || object["type"] == "array"
    {
      object["$comment"] = .string(Schema.incomplete)
      schema = .object(object)
    }
    return Shape(schema: schema, sample: reading.sample)
  }
}

/// Finds out what one type reads.
private final class Reading<T: Decodable> {
  private let probe: SchemaProbe
  private let depth: Int
  private let isEnum = EnumCases.havePayloads(T.self)
  /// The first value that came of it.
  private(set) var sample: T?

  init(_ probe: SchemaProbe, _ depth: Int) {
    self.probe = probe
    self.depth = depth
  }

  func schema() -> JSONValue {
    let first = run()
    if first.caseCount > 0 { return cases(first) }
    // What holds just what it has read has no other form.
    let hasOneForm = first.singles.allSatisfy {
      SchemaProbe.size(of: $0.type) == MemoryLayout<T>.size
    }
    return hasOneForm && !first.isNullAsked ? first.schema : alternatives(first)
  }

  private func run(_ answers: ShapeRecorder.Answers = .init()) -> ShapeRecorder {
    let recorder = ShapeRecorder(probe, depth: depth, isEnum: isEnum, answers)
    if let value = try? T(from: recorder) {
      recorder.isComplete = true
      probe.keep(value)
      sample = sample ?? value
    }
    return recorder
  }

  /// What a type reads that tries one thing after another: it is refused what it has had until it finds no more.
  private func alternatives(_ first: ShapeRecorder) -> JSONValue {
    var schemas = [first.schema]
    var answers = ShapeRecorder.Answers()
    var last = first
    while !last.singles.isEmpty {
      answers.refused += last.singles.map(\.type)
      last = run(answers)
      if last.hasRead { schemas.append(last.schema) }
    }
    let schema = Schema.union(schemas)
    guard first.isNullAsked else { return schema }
    let null = run(ShapeRecorder.Answers(isNull: true))
    return null.isComplete && !null.hasRead ? Schema.nullable(schema) : schema
  }

  /// An enum with associated values as it is coded unless it is written otherwise (SE-0295): an object whose one member
  /// is the case.
  private func cases(_ first: ShapeRecorder) -> JSONValue {
    func read(_ index: Int) -> ShapeRecorder { run(ShapeRecorder.Answers(caseIndex: index)) }
    var runs = [first] + (1..<first.caseCount).map(read)
    // A case that holds the enum itself can be read when there is a value of another.
    runs = runs.enumerated().map { $1.isComplete ? $1 : read($0) }
    let schemas = runs.map { run in
      var schema = run.schema.objectValue ?? [:]
      if schema["required"]?.arrayValue?.count == 1 { schema["additionalProperties"] = false }
      return JSONValue.object(schema)
    }
    let names = schemas.compactMap { $0["required"]?.arrayValue?.first }
    let areDistinct = Schema.uniqued(names).count == schemas.count && schemas.count > 1
    return areDistinct ? ["oneOf": .array(schemas)] : Schema.union(schemas)
  }
}
