import JSON

/// Compares schemas of an old contract with those of a new one.
struct SchemaComparison {
  private typealias Alternative = SchemaAlternatives.Alternative

  /// An alternative of a named type of the old contract, and the new alternative that it is
  /// compared with.
  private struct Pair: Hashable {
    let old: SchemaAlternatives.Source
    let new: Alternative
    let direction: ContractChange.Direction
  }

  private var old: Definitions
  private var new: Definitions
  /// The pairs that are being compared, so that types may contain themselves; and those that need
  /// no second comparison: without a difference, or when no more changes are listed.
  private var compared: Set<Pair> = []
  private var depth = 0
  private var direction = ContractChange.Direction.sent
  var changes = ContractChanges()

  /// The nesting depth at which a comparison stops.
  private static let deepest = 512

  init(_ oldDefinitions: JSONObject, _ newDefinitions: JSONObject) {
    old = Definitions(oldDefinitions)
    new = Definitions(newDefinitions)
  }

  mutating func compare(
    _ old: JSONValue, _ new: JSONValue, _ direction: ContractChange.Direction, _ path: String
  ) {
    if changes.isDecided { return }
    self.direction = direction
    compare(old, new, path)
  }

  private mutating func compare(_ old: JSONValue, _ new: JSONValue, _ path: String) {
    guard depth < Self.deepest else { return note(path, "is nested too deeply", breaks: true) }
    depth += 1
    compareAlternatives(self.old.alternatives(of: old), self.new.alternatives(of: new), path)
    depth -= 1
  }

  private mutating func compareAlternatives(
    _ olds: [Alternative], _ news: [Alternative], _ path: String
  ) {
    var (oldRest, newRest) = (Array(olds.indices), Array(news.indices))
    for isExact in [true, false] {
      // Match equal alternatives first, then objects and arrays in order.
      oldRest.removeAll { index in
        let one = olds[index]
        guard Self.isComposed(one),
          let partner = newRest.firstIndex(where: {
            isExact ? news[$0] == one : news[$0].kind == one.kind
          })
        else { return false }
        compare(one, news[newRest.remove(at: partner)], path)
        return true
      }
    }
    // The rest is on one side only, unless the other side has a wider alternative.
    for one in newRest.map({ news[$0] }) where !olds.contains(where: { Self.covers($0, one) }) {
      note(path, "may be \(one.words) now", breaks: direction == .received)
    }
    for one in oldRest.map({ olds[$0] }) where !news.contains(where: { Self.covers($0, one) }) {
      note(path, "is never \(one.words) any more", breaks: direction == .sent)
    }
  }

  private static func isComposed(_ alternative: Alternative) -> Bool {
    switch alternative.kind {
    case .any, .constant: false
    case .type(let type): type == "object" || type == "array"
    case .tagged: true
    }
  }

  private mutating func compare(_ old: Alternative, _ new: Alternative, _ path: String) {
    // Between two names the old schema only becomes smaller. So the recursion ends, however the
    // types refer to each other.
    let pair = old.source.map { Pair(old: $0, new: new, direction: direction) }
    if let pair, !compared.insert(pair).inserted { return }
    let count = changes.count
    defer {
      if let pair, changes.count > count, !changes.isFull { compared.remove(pair) }
    }
    if case .type("array") = old.kind {
      compareArrays(old.schema, new.schema, path)
    } else {
      compareObjects(old.schema, new.schema, path)
    }
  }

  private mutating func compareObjects(_ old: JSONValue, _ new: JSONValue, _ path: String) {
    let members = [old, new].map { $0["properties"]?.objectValue ?? [:] }
    for (name, schema) in members[0] {
      guard let other = members[1][name] else {
        note("\(path).\(name)", "is gone", breaks: true)
        continue
      }
      compare(schema, other, "\(path).\(name)")
      let isRequired = [old, new].map { Self.requires($0, name) }
      if isRequired[0] && !isRequired[1] {
        note("\(path).\(name)", "may be missing now", breaks: direction == .received)
      } else if isRequired[1] && !isRequired[0] {
        note("\(path).\(name)", "is required now", breaks: direction == .sent)
      }
    }
    for name in members[1].keys where members[0][name] == nil {
      let isRequired = Self.requires(new, name)
      note(
        "\(path).\(name)", isRequired ? "is new and required" : "is new",
        breaks: isRequired && direction == .sent)
    }
    compareDictionaries(old, new, path)
  }

  private mutating func compareDictionaries(_ old: JSONValue, _ new: JSONValue, _ path: String) {
    // `Optional.none`, as `nil` would be JSON's null.
    let values = [old, new].map { schema in
      schema["additionalProperties"].flatMap { $0 == false ? Optional.none : $0 }
    }
    switch (values[0], values[1]) {
    case (let old?, let new?): compare(old, new, "\(path){}")
    case (nil, nil): return
    case (_?, nil): note("\(path){}", "is gone: members of any name", breaks: true)
    case (nil, _?): note("\(path){}", "is new: members of any name", breaks: false)
    }
    let names = [old, new].map { Self.names($0["propertyNames"]) }
    compare(names[0], names[1], "\(path) names")
  }

  /// The schema of member names, which are strings.
  private static func names(_ schema: JSONValue?) -> JSONValue {
    guard let schema else { return ["type": "string"] }
    guard schema["enum"] == nil, var object = schema.objectValue else { return schema }
    object["type"] = "string"
    return .object(object)
  }

  private mutating func compareArrays(_ old: JSONValue, _ new: JSONValue, _ path: String) {
    let (old, new) = (ArrayForm(old), ArrayForm(new))
    if new.least < old.least { note(path, "may be shorter now", breaks: direction == .received) }
    if new.least > old.least {
      note(path, "is never so short any more", breaks: direction == .sent)
    }
    if new.most > old.most { note(path, "may be longer now", breaks: direction == .received) }
    if new.most < old.most { note(path, "is never so long any more", breaks: direction == .sent) }
    let common = min(old.most, new.most)
    let first = max(old.first.count, new.first.count)
    for index in 0..<min(first, common) {
      compare(old[index], new[index], "\(path)[\(index)]")
    }
    if common > first { compare(old.others, new.others, "\(path)[]") }
  }

  private static func requires(_ schema: JSONValue, _ name: String) -> Bool {
    schema["required"]?.arrayValue?.contains(.string(name)) == true
  }

  /// Whether each value of the narrow alternative is valid for the wide one.
  private static func covers(_ wide: Alternative, _ narrow: Alternative) -> Bool {
    switch (wide.kind, narrow.kind) {
    case (.any, _): return true
    case (.constant(let one), .constant(let other)): return one == other
    case (.type(let type), .constant(let value)):
      guard Self.types(of: value).contains(type) else { return false }
      // Whether a string matches a format is unknown here.
      return type == "string"
        ? forms.allSatisfy { wide.schema[$0] == nil }
          && bound(wide.schema, "minLength") ?? 0 <= Double(value.stringValue?.count ?? 0)
        : value.doubleValue.map { hasRoom(wide.schema, ($0, $0)) } ?? true
    case (.type("number"), .type("integer")): return hasRoom(wide.schema, range(narrow.schema))
    case (.type(let one), .type(let other)):
      guard one == other else { return false }
      switch one {
      case "object", "array": return false
      case "integer", "number": return hasRoom(wide.schema, range(narrow.schema))
      case "string":
        return bound(wide.schema, "minLength") ?? 0 <= bound(narrow.schema, "minLength") ?? 0
          && forms.allSatisfy { wide.schema[$0] == nil || wide.schema[$0] == narrow.schema[$0] }
      default: return true
      }
    default: return false
    }
  }

  private static func types(of value: JSONValue) -> [String] {
    switch value {
    case .string: ["string"]
    case .integer: ["integer", "number"]
    case .double: ["number"]
    case .bool: ["boolean"]
    default: []
    }
  }

  /// The keywords for the format of a string.
  private static let forms = ["format", "pattern", "contentEncoding"]

  private static func bound(_ schema: JSONValue, _ name: String) -> Double? {
    schema[name]?.doubleValue
  }

  private static func range(_ schema: JSONValue) -> (Double, Double) {
    (bound(schema, "minimum") ?? -.infinity, bound(schema, "maximum") ?? .infinity)
  }

  private static func hasRoom(_ wide: JSONValue, _ narrow: (Double, Double)) -> Bool {
    let (least, most) = range(wide)
    return least <= narrow.0 && narrow.1 <= most
  }

  private mutating func note(
    _ path: @autoclosure () -> String, _ what: @autoclosure () -> String, breaks: Bool
  ) {
    changes.note(direction, path(), what(), breaks: breaks)
  }
}

/// The named types of a contract.
private struct Definitions {
  private let schemas: JSONObject
  private var known: [String: [SchemaAlternatives.Alternative]] = [:]

  init(_ schemas: JSONObject) { self.schemas = schemas }

  /// The alternatives of a schema; cached by name.
  mutating func alternatives(of schema: JSONValue) -> [SchemaAlternatives.Alternative] {
    guard let name = Schema.name(in: schema) else {
      return SchemaAlternatives(schema, schemas).all
    }
    if let all = known[name] { return all }
    let all = SchemaAlternatives(schema, schemas).all
    known[name] = all
    return all
  }
}

/// The schema of an array: its first elements, the others, and their number.
private struct ArrayForm {
  let first: [JSONValue]
  let others: JSONValue
  let least: Int
  let most: Int

  init(_ schema: JSONValue) {
    first = schema["prefixItems"]?.arrayValue ?? []
    others = schema["items"] ?? Schema.any
    least = schema["minItems"]?.integerValue.map { Int(clamping: $0) } ?? 0
    let limit = schema["maxItems"]?.integerValue.map { Int(clamping: $0) } ?? .max
    most = others == false ? min(limit, first.count) : limit
  }

  subscript(index: Int) -> JSONValue { index < first.count ? first[index] : others }
}
