import JSON

extension SchemaProbe {
  /// Finds what a type decodes. Runs its `init(from:)` with a decoder that records each request and
  /// returns samples.
  ///
  /// An `init(from:)` that traps on a sample ends the process, and no code can catch that. To lower
  /// the risk, optional values are missing, enums return their own cases, and other samples are
  /// ``usualValues``.
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

/// Finds what one type decodes.
private final class Reading<T: Decodable> {
  private let probe: SchemaProbe
  private let depth: Int
  private let isEnum = EnumCases.havePayloads(T.self)
  /// The first decoded value.
  private(set) var sample: T?

  init(_ probe: SchemaProbe, _ depth: Int) {
    self.probe = probe
    self.depth = depth
  }

  func schema() -> JSONValue {
    let first = run()
    if first.caseCount > 0 { return cases(first) }
    if let schema = dependent(first) { return schema }
    return first.singles.isEmpty && !first.isNullAsked ? first.schema : alternatives(first)
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

  /// The schema of a type that tries several forms. Each run refuses the earlier ones, until the
  /// type tries no new one.
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

  /// The schema of a type whose members depend on one value: on the case of an enum, or on the
  /// presence of a member.
  ///
  /// - Returns: `nil` if the members are always the same.
  private func dependent(_ first: ShapeRecorder) -> JSONValue? {
    for question in first.questions.prefix(Self.mostQuestions) {
      let schema =
        switch question {
        case .choice(let name, _, let count): choices(name, count, first)
        case .presence(let name): presence(name, first, run(answering: question))
        case .optional(let name): presence(name, run(answering: question), first)
        }
      if let schema { return schema }
    }
    return nil
  }

  /// The maximum number of questions with a second answer.
  private static var mostQuestions: Int { 16 }

  private func run(answering question: ShapeRecorder.Question) -> ShapeRecorder {
    run(ShapeRecorder.Answers(other: question))
  }

  /// An object for each case of a member's enum; cases with the same members share one.
  private func choices(_ name: String, _ count: Int, _ first: ShapeRecorder) -> JSONValue? {
    guard count <= Self.mostCases, let kind = first.schema["properties"]?[name],
      let values = probe.resolved(kind)["enum"]?.arrayValue, values.count == count
    else { return nil }
    let runs =
      [first] + (1..<count).map { run(answering: .choice(name, index: $0, of: count)) }
    var groups: [(rest: JSONValue, values: [JSONValue])] = []
    for (value, run) in zip(values, runs) {
      var schema = run.schema.objectValue ?? [:]
      var properties = schema["properties"]?.objectValue ?? [:]
      properties[name] = [:]
      schema["properties"] = .object(properties)
      let rest = JSONValue.object(schema)
      if let index = groups.firstIndex(where: { $0.rest == rest }) {
        groups[index].values.append(value)
      } else {
        groups.append((rest, [value]))
      }
    }
    guard groups.count > 1 else { return nil }
    return [
      "oneOf": .array(
        groups.map { rest, values in
          var schema = rest.objectValue ?? [:]
          var properties = schema["properties"]?.objectValue ?? [:]
          properties[name] = ["enum": .array(values)]
          schema["properties"] = .object(properties)
          return .object(schema)
        })
    ]
  }

  /// Enums with more cases are not tried.
  private static var mostCases: Int { 64 }

  /// Two alternatives, if the absence of the member makes other members required.
  private func presence(
    _ name: String, _ with: ShapeRecorder, _ without: ShapeRecorder
  ) -> JSONValue? {
    guard with.isComplete, without.isComplete, var present = with.schema.objectValue,
      var absent = without.schema.objectValue
    else { return nil }
    func required(_ schema: JSONObject) -> [JSONValue] { schema["required"]?.arrayValue ?? [] }
    guard required(absent).contains(where: { !required(present).contains($0) }) else { return nil }
    if !required(present).contains(.string(name)) {
      present["required"] = .array(required(present) + [.string(name)])
    }
    var properties = absent["properties"]?.objectValue ?? [:]
    properties[name] = nil
    absent["properties"] = .object(properties)
    return ["anyOf": [.object(present), .object(absent)]]
  }

  /// The synthesized coding of an enum with associated values (SE-0295): an object with the case as
  /// its only member.
  private func cases(_ first: ShapeRecorder) -> JSONValue {
    func read(_ index: Int) -> ShapeRecorder { run(ShapeRecorder.Answers(caseIndex: index)) }
    var runs = [first] + (1..<first.caseCount).map(read)
    // A case that contains the enum itself is read after another case has given a value.
    runs = runs.enumerated().map { $1.isComplete ? $1 : read($0) }
    let schemas = runs.map(\.schema)
    let names = schemas.compactMap { $0["required"]?.arrayValue?.first }
    let areDistinct = Schema.uniqued(names).count == schemas.count && schemas.count > 1
    return areDistinct ? ["oneOf": .array(schemas)] : Schema.union(schemas)
  }
}
