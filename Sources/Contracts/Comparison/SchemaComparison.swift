import JSON

/// Compares schemas of an old contract with those of a new one.
struct SchemaComparison {
  private typealias Alternative = SchemaAlternatives.Alternative

  /// An alternative of a named type of the old contract beside what stands there now.
  private struct Pair: Hashable {
    let old: SchemaAlternatives.Source
    let new: Alternative
    let direction: ContractChange.Direction
  }

  private var old: Definitions
  private var new: Definitions
  /// The pairs that are being compared, so that types may contain themselves, and those that need not be compared
  /// again: without a difference, or when no more changes are listed.
  private var compared: Set<Pair> = []
  private var depth = 0
  private var direction = ContractChange.Direction.sent
  var changes = ContractChanges()

  /// Types that contain others deeper than this are not compared to their end.
  private static let deepest = 512

  init(_ oldDefinitions: JSONObject, _ newDefinitions: JSONObject) {
    old = Definitions(oldDefinitions)
    new = Definitions(newDefinitions)
  }

  mutating func compare(
    _ old: JSONValue, _ new: JSONValue, _ direction: ContractChange.Direction, _ place: String
  ) {
    if changes.isDecided { return }
    self.direction = direction
    compare(old, new, place)
  }

  private mutating func compare(_ old: JSONValue, _ new: JSONValue, _ place: String) {
    guard depth < Self.deepest else { return note(place, "is nested too deeply", breaks: true) }
    depth += 1
    compareAlternatives(self.old.alternatives(of: old), self.new.alternatives(of: new), place)
    depth -= 1
  }

  private mutating func compareAlternatives(
    _ olds: [Alternative], _ news: [Alternative], _ place: String
  ) {
    var (oldRest, newRest) = (Array(olds.indices), Array(news.indices))
    for isExact in [true, false] {
      // Equal cases belong together, then objects and arrays in their order.
      oldRest.removeAll { index in
        let one = olds[index]
        guard Self.isComposed(one),
          let partner = newRest.firstIndex(where: {
            isExact ? news[$0] == one : news[$0].kind == one.kind
          })
        else { return false }
        compare(one, news[newRest.remove(at: partner)], place)
        return true
      }
    }
    // What is left is on one side only, unless something wider is on the other.
    for one in newRest.map({ news[$0] }) where !olds.contains(where: { Self.covers($0, one) }) {
      note(place, "may be \(one.words) now", breaks: direction == .received)
    }
    for one in oldRest.map({ olds[$0] }) where !news.contains(where: { Self.covers($0, one) }) {
      note(place, "is never \(one.words) any more", breaks: direction == .sent)
    }
  }

  private static func isComposed(_ alternative: Alternative) -> Bool {
    switch alternative.kind {
    case .any, .constant: false
    case .type(let type): type == "object" || type == "array"
    case .tagged: true
    }
  }

  private mutating func compare(_ old: Alternative, _ new: Alternative, _ place: String) {
    // Between two names the old schema only becomes smaller: so there is an end, however the types refer to others.
    let pair = old.source.map { Pair(old: $0, new: new, direction: direction) }
    if let pair, !compared.insert(pair).inserted { return }
    let count = changes.count
    defer {
      if let pair, changes.count > count, !changes.isFull { compared.remove(pair) }
    }
    if case .type("array") = old.kind {
      compareArrays(old.schema, new.schema, place)
    } else {
      compareObjects(old.schema, new.schema, place)
    }
  }

  private mutating func compareObjects(_ old: JSONValue, _ new: JSONValue, _ place: String) {
    let members = [old, new].map { $0["properties"]?.objectValue ?? [:] }
    for (name, schema) in members[0] {
      guard let other = members[1][name] else {
        note("\(place).\(name)", "is gone", breaks: true)
        continue
      }
      compare(schema, other, "\(place).\(name)")
      let isRequired = [old, new].map { Self.requires($0, name) }
      if isRequired[0] && !isRequired[1] {
        note("\(place).\(name)", "may be missing now", breaks: direction == .received)
      } else if isRequired[1] && !isRequired[0] {
        note("\(place).\(name)", "is required now", breaks: direction == .sent)
      }
    }
    for name in members[1].keys where members[0][name] == nil {
      let isRequired = Self.requires(new, name)
      note(
        "\(place).\(name)", isRequired ? "is new and required" : "is new",
        breaks: isRequired && direction == .sent)
    }
    compareDictionaries(old, new, place)
  }

  private mutating func compareDictionaries(_ old: JSONValue, _ new: JSONValue, _ place: String) {
    let values = [old, new].map { schema in
      schema["additionalProperties"].flatMap { $0 == false ? nil : $0 }
    }
    switch (values[0], values[1]) {
    case (let old?, let new?): compare(old, new, "\(place){}")
    case (nil, nil): return
    case (_?, nil): note("\(place){}", "is gone: members of any name", breaks: true)
    case (nil, _?): note("\(place){}", "is new: members of any name", breaks: false)
    }
    let names = [old, new].map { Self.names($0["propertyNames"]) }
    compare(names[0], names[1], "\(place) names")
  }

  /// The names of members are strings.
  private static func names(_ schema: JSONValue?) -> JSONValue {
    guard let schema else { return ["type": "string"] }
    guard schema["enum"] == nil, var object = schema.objectValue else { return schema }
    object["type"] = "string"
    return .object(object)
  }

  private mutating func compareArrays(_ old: JSONValue, _ new: JSONValue, _ place: String) {
    let prefixes = [old, new].map { $0["prefixItems"]?.arrayValue ?? [] }
    guard prefixes[0].count == prefixes[1].count else {
      return note(place, "has other elements", breaks: true)
    }
    for (index, pair) in zip(prefixes[0], prefixes[1]).enumerated() {
      compare(pair.0, pair.1, "\(place)[\(index)]")
    }
    let items = [old, new].map { schema -> JSONValue in
      schema["maxItems"] == nil ? schema["items"] ?? Schema.any : false
    }
    if items[0] == false || items[1] == false {
      if items[0] != items[1] { note(place, "has another length", breaks: true) }
    } else {
      compare(items[0], items[1], "\(place)[]")
    }
    let isUnique = [old, new].map { $0["uniqueItems"] == true }
    if isUnique[0] != isUnique[1] {
      let narrows = isUnique[1]
      note(
        place, narrows ? "has each element once" : "may have an element twice",
        breaks: narrows == (direction == .sent))
    }
  }

  private static func requires(_ schema: JSONValue, _ name: String) -> Bool {
    schema["required"]?.arrayValue?.contains(.string(name)) == true
  }

  /// Whether each value of the narrow one is one of the wide one, too.
  private static func covers(_ wide: Alternative, _ narrow: Alternative) -> Bool {
    switch (wide.kind, narrow.kind) {
    case (.any, _): return true
    case (.constant(let one), .constant(let other)): return one == other
    case (.type(let type), .constant(let value)):
      return Self.isBare(wide.schema) && Self.types(of: value).contains(type)
    case (.type(let one), .type(let other)):
      guard one == other || one == "number" && other == "integer" else { return false }
      if one == "object" || one == "array" { return false }
      return hasRoom(wide.schema, narrow.schema) && hasForm(wide.schema, narrow.schema)
    default: return false
    }
  }

  private static func isBare(_ schema: JSONValue) -> Bool {
    (schema.objectValue ?? [:]).keys.allSatisfy { ["type", "default", "description"].contains($0) }
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

  private static func hasRoom(_ wide: JSONValue, _ narrow: JSONValue) -> Bool {
    func bound(_ schema: JSONValue, _ name: String) -> Double? { schema[name]?.doubleValue }
    let least = bound(wide, "minimum").map { $0 <= bound(narrow, "minimum") ?? -.infinity } ?? true
    let most = bound(wide, "maximum").map { $0 >= bound(narrow, "maximum") ?? .infinity } ?? true
    let length = bound(wide, "minLength").map { $0 <= bound(narrow, "minLength") ?? 0 } ?? true
    return least && most && length
  }

  /// A text of any form takes in one of a certain form.
  private static func hasForm(_ wide: JSONValue, _ narrow: JSONValue) -> Bool {
    ["format", "pattern", "contentEncoding"].allSatisfy {
      wide[$0] == nil || wide[$0] == narrow[$0]
    }
  }

  private mutating func note(
    _ place: @autoclosure () -> String, _ what: @autoclosure () -> String, breaks: Bool
  ) {
    changes.note(direction, place(), what(), breaks: breaks)
  }
}

/// The named types of a contract.
private struct Definitions {
  private let schemas: JSONObject
  private var known: [String: [SchemaAlternatives.Alternative]] = [:]

  init(_ schemas: JSONObject) { self.schemas = schemas }

  /// What a schema allows; worked out once for each name.
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
