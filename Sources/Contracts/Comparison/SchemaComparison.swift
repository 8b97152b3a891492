import JSON

/// Compares schemas of an old contract with those of a new one.
struct SchemaComparison {
  private typealias Alternative = SchemaAlternatives.Alternative

  private let old: JSONObject
  private let new: JSONObject
  /// The pairs of types that are being compared, so that types may contain themselves.
  private var open: Set<String> = []
  private var changes: [ContractChange] = []
  private var direction = ContractChange.Direction.sent

  init(_ oldDefinitions: JSONObject, _ newDefinitions: JSONObject) {
    old = oldDefinitions
    new = newDefinitions
  }

  mutating func changes(
    _ old: JSONValue, _ new: JSONValue, _ direction: ContractChange.Direction, _ place: String
  ) -> [ContractChange] {
    changes = []
    self.direction = direction
    compare(old, new, place)
    return changes
  }

  private mutating func compare(_ old: JSONValue, _ new: JSONValue, _ place: String) {
    let pair = "\(old)\n\(new)"
    guard open.insert(pair).inserted else { return }
    defer { open.remove(pair) }
    let all = (SchemaAlternatives(old, self.old).all, SchemaAlternatives(new, self.new).all)
    var (olds, news) = all
    for (one, other) in pairs(&olds, &news) { compare(one, other, place) }
    // What is left is on one side only, unless something wider is on the other.
    for one in news where !all.0.contains(where: { Self.covers($0, one) }) {
      note(place, "may be \(one.words) now", breaks: direction == .received)
    }
    for one in olds where !all.1.contains(where: { Self.covers($0, one) }) {
      note(place, "is never \(one.words) any more", breaks: direction == .sent)
    }
  }

  /// Takes those that belong together: equal cases, and objects and arrays in their order.
  private func pairs(
    _ olds: inout [Alternative], _ news: inout [Alternative]
  ) -> [(Alternative, Alternative)] {
    var pairs: [(Alternative, Alternative)] = []
    for isExact in [true, false] {
      for one in olds where Self.isComposed(one) {
        guard let place = news.firstIndex(where: { isExact ? $0 == one : $0.kind == one.kind }),
          let own = olds.firstIndex(of: one)
        else { continue }
        pairs.append((one, news.remove(at: place)))
        olds.remove(at: own)
      }
    }
    return pairs
  }

  private static func isComposed(_ alternative: Alternative) -> Bool {
    switch alternative.kind {
    case .any, .constant: false
    case .type(let type): type == "object" || type == "array"
    case .tagged: true
    }
  }

  private mutating func compare(_ old: Alternative, _ new: Alternative, _ place: String) {
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

  private mutating func note(_ place: String, _ what: String, breaks: Bool) {
    changes.append(ContractChange(breaks: breaks, direction: direction, place: place, what: what))
  }
}
