import JSON
import Testing

@testable import Contracts

/// Changes of a type, each planted where the frontend sends and where it receives.
@Suite struct SchemaComparisonTests {
  /// Which frontends a change breaks.
  nonisolated enum Breaks: Sendable {
    case nobody, senders, receivers, everybody

    func holds(_ direction: ContractChange.Direction) -> Bool {
      switch self {
      case .nobody: false
      case .senders: direction == .sent
      case .receivers: direction == .received
      case .everybody: true
      }
    }
  }

  nonisolated struct Row: Sendable {
    let old: String
    let new: String
    /// Each change: whom it breaks, and what is said of it.
    let changes: [(Breaks, String)]
  }

  nonisolated static let integer = #"{"type":"integer"}"#
  nonisolated static let number = #"{"type":"number"}"#
  nonisolated static let text = #"{"type":"string"}"#

  nonisolated static let rows: [Row] = [
    // Numbers.
    Row(old: integer, new: number, changes: [(.receivers, "x may be a number now")]),
    Row(old: number, new: integer, changes: [(.senders, "x is never a number any more")]),
    Row(
      old: integer, new: text,
      changes: [
        (.receivers, "x may be a string now"), (.senders, "x is never an integer any more"),
      ]),
    Row(
      old: #"{"type":"integer","minimum":0,"maximum":255}"#, new: integer,
      changes: [(.receivers, "x may be an integer now")]),
    Row(
      old: integer, new: #"{"type":"integer","minimum":0}"#,
      changes: [(.senders, "x is never an integer any more")]),
    Row(
      old: #"{"type":"integer","minimum":0,"maximum":10}"#,
      new: #"{"type":"integer","minimum":5,"maximum":20}"#,
      changes: [
        (.receivers, "x may be an integer from 5 to 20 now"),
        (.senders, "x is never an integer from 0 to 10 any more"),
      ]),
    // Texts.
    Row(
      old: text, new: #"{"type":"string","format":"date-time"}"#,
      changes: [(.senders, "x is never a string any more")]),
    Row(
      old: #"{"type":"string","format":"date-time"}"#, new: text,
      changes: [(.receivers, "x may be a string now")]),
    Row(
      old: #"{"type":"string","format":"uuid"}"#, new: #"{"type":"string","format":"date-time"}"#,
      changes: [
        (.receivers, "x may be a string (date-time) now"),
        (.senders, "x is never a string (uuid) any more"),
      ]),
    // Null.
    Row(
      old: text, new: #"{"type":["string","null"]}"#, changes: [(.receivers, "x may be null now")]),
    Row(
      old: #"{"type":["string","null"]}"#, new: text,
      changes: [(.senders, "x is never null any more")]),
    Row(
      old: ##"{"$ref":"#/$defs/Todo"}"##,
      new: ##"{"anyOf":[{"$ref":"#/$defs/Todo"},{"type":"null"}]}"##,
      changes: [(.receivers, "x may be null now")]),
    // Enums.
    Row(
      old: #"{"enum":["a"]}"#, new: #"{"enum":["a","b"]}"#,
      changes: [(.receivers, #"x may be "b" now"#)]),
    Row(
      old: #"{"enum":["a","b"]}"#, new: #"{"enum":["b"]}"#,
      changes: [(.senders, #"x is never "a" any more"#)]),
    Row(
      old: #"{"enum":["a","b"]}"#, new: #"{"enum":["a","c"]}"#,
      changes: [
        (.receivers, #"x may be "c" now"#), (.senders, #"x is never "b" any more"#),
      ]),
    Row(old: #"{"enum":["a","b"]}"#, new: #"{"enum":["b","a"]}"#, changes: []),
    Row(old: #"{"enum":["a"]}"#, new: text, changes: [(.receivers, "x may be a string now")]),
    Row(
      old: text, new: #"{"enum":["a"]}"#, changes: [(.senders, "x is never a string any more")]),
    Row(old: #"{"enum":[5]}"#, new: number, changes: [(.receivers, "x may be a number now")]),
    // Enums with payloads.
    Row(
      old: tagged("up", integer), new: tagged("up", integer, "down", integer),
      changes: [(.receivers, "x may be the case down now")]),
    Row(
      old: tagged("up", integer, "down", integer), new: tagged("up", integer),
      changes: [(.senders, "x is never the case down any more")]),
    Row(
      old: tagged("up", integer), new: tagged("up", number),
      changes: [(.receivers, "x.up may be a number now")]),
    Row(
      old: tagged("up", integer, "down", integer), new: tagged("down", integer, "up", integer),
      changes: []),
    // Objects.
    Row(
      old: object(#""a":{"type":"integer"}"#, "a"),
      new: object(#""a":{"type":"integer"},"b":{"type":"integer"}"#, "a"),
      changes: [(.nobody, "x.b is new")]),
    Row(
      old: object(#""a":{"type":"integer"}"#, "a"),
      new: object(#""a":{"type":"integer"},"b":{"type":"integer"}"#, "a", "b"),
      changes: [(.senders, "x.b is new and required")]),
    Row(
      old: object(#""a":{"type":"integer"},"b":{"type":"integer"}"#, "a", "b"),
      new: object(#""a":{"type":"integer"}"#, "a"), changes: [(.everybody, "x.b is gone")]),
    Row(
      old: object(#""a":{"type":"integer"}"#, "a"), new: object(#""a":{"type":"integer"}"#),
      changes: [(.receivers, "x.a may be missing now")]),
    Row(
      old: object(#""a":{"type":"integer"}"#), new: object(#""a":{"type":"integer"}"#, "a"),
      changes: [(.senders, "x.a is required now")]),
    Row(
      old: object(#""a":{"type":"integer"}"#, "a"), new: object(#""b":{"type":"integer"}"#, "b"),
      changes: [(.everybody, "x.a is gone"), (.senders, "x.b is new and required")]),
    Row(
      old: object(#""a":{"type":"integer"},"b":{"type":"string"}"#, "a"),
      new: object(#""b":{"type":"string"},"a":{"type":"integer"}"#, "a"), changes: []),
    Row(
      old: object(#""a":{"type":"object","properties":{"b":{"type":"integer"}}}"#),
      new: object(#""a":{"type":"object","properties":{"b":{"type":"string"}}}"#),
      changes: [
        (.receivers, "x.a.b may be a string now"), (.senders, "x.a.b is never an integer any more"),
      ]),
    // Arrays and dictionaries.
    Row(
      old: #"{"type":"array","items":{"type":"integer"}}"#,
      new: #"{"type":"array","items":{"type":"number"}}"#,
      changes: [(.receivers, "x[] may be a number now")]),
    Row(
      old: #"{"type":"array","items":{"type":"integer"}}"#, new: integer,
      changes: [
        (.receivers, "x may be an integer now"), (.senders, "x is never an array any more"),
      ]),
    Row(
      old: #"{"type":"array","prefixItems":[{"type":"integer"}],"minItems":1,"maxItems":1}"#,
      new: #"{"type":"array","prefixItems":[{"type":"integer"},{}],"minItems":2,"maxItems":2}"#,
      changes: [
        (.senders, "x is never so short any more"), (.receivers, "x may be longer now"),
      ]),
    Row(
      old: #"{"type":"array","items":{"type":"integer"}}"#,
      new: #"{"type":"array","items":{"type":"integer"},"uniqueItems":true}"#,
      changes: []),
    Row(
      old: #"{"type":"object","additionalProperties":{"type":"integer"}}"#,
      new: #"{"type":"object","additionalProperties":{"type":["integer","null"]}}"#,
      changes: [(.receivers, "x{} may be null now")]),
    Row(
      old: #"{"type":"object","propertyNames":{"enum":["a"]},"additionalProperties":{}}"#,
      new: #"{"type":"object","propertyNames":{"enum":["a","b"]},"additionalProperties":{}}"#,
      changes: [(.receivers, #"x names may be "b" now"#)]),
    Row(
      old: #"{"type":"object","additionalProperties":{"type":"integer"}}"#,
      new: #"{"type":"object"}"#, changes: [(.everybody, "x{} is gone: members of any name")]),
    Row(
      old: #"{"type":"object"}"#,
      new: #"{"type":"object","additionalProperties":{"type":"integer"}}"#,
      changes: [(.nobody, "x{} is new: members of any name")]),
    Row(
      old: #"{"type":"array","items":{"type":"integer"},"uniqueItems":true}"#,
      new: #"{"type":"array","items":{"type":"integer"}}"#,
      changes: []),
    Row(
      old: #"{"type":"array","prefixItems":[{"type":"integer"}],"items":false}"#,
      new: #"{"type":"array","prefixItems":[{"type":"number"}],"items":false}"#,
      changes: [(.receivers, "x[0] may be a number now")]),
    Row(
      old: #"{"type":"array","items":{"type":"integer"}}"#,
      new: #"{"type":"array","prefixItems":[{"type":"integer"}],"minItems":1,"maxItems":1}"#,
      changes: [
        (.senders, "x is never so short any more"), (.senders, "x is never so long any more"),
      ]),
    // The form of a text says nothing of a number beside it.
    Row(
      old: number, new: #"{"type":["number","string"],"pattern":"^-?[0-9]+$"}"#,
      changes: [(.receivers, "x may be a string now")]),
    Row(
      old: #"{"enum":[5,7]}"#, new: #"{"type":"integer","minimum":0,"maximum":9}"#,
      changes: [(.receivers, "x may be an integer from 0 to 9 now")]),
    // As hosts wrote cases without raw values, and write them now.
    Row(
      old: #"{"enum":[{"up":{}},{"down":{}}]}"#,
      new: tagged("up", #"{"type":"object"}"#, "down", #"{"type":"object"}"#), changes: []),
    Row(
      old: tagged("up", integer),
      new: #"{"oneOf":[{"type":"object","properties":{"up":{"type":"integer"}},"#
        + #""required":["up"]}]}"#,
      changes: []),
    // Several at once, and deep inside.
    Row(
      old: #"{"enum":["a"]}"#, new: #"{"enum":["a",null]}"#,
      changes: [(.receivers, "x may be null now")]),
    Row(
      old: #"{"type":"boolean"}"#, new: #"{"type":["boolean","string"]}"#,
      changes: [(.receivers, "x may be a string now")]),
    Row(
      old: text, new: #"{"type":"string","contentEncoding":"base64"}"#,
      changes: [(.senders, "x is never a string any more")]),
    Row(
      old: object(#""a":{"type":"integer"}"#, "a"), new: #"{"type":"object"}"#,
      changes: [(.everybody, "x.a is gone")]),
    Row(
      old: ##"{"type":"array","items":{"$ref":"#/$defs/Tree"}}"##,
      new: ##"{"type":"array","items":{"$ref":"#/$defs/Wood"}}"##,
      changes: [(.receivers, "x[].name may be null now")]),
    Row(
      old: ##"{"anyOf":[{"$ref":"#/$defs/Todo"},{"type":"null"}]}"##,
      new: ##"{"anyOf":[{"type":"null"},{"$ref":"#/$defs/Todo"}]}"##, changes: []),
    // Any JSON.
    Row(old: text, new: "{}", changes: [(.receivers, "x may be any JSON now")]),
    Row(old: "{}", new: text, changes: [(.senders, "x is never any JSON any more")]),
    // What people read, and how types are called.
    Row(old: text, new: #"{"type":"string","description":"A name."}"#, changes: []),
    Row(old: ##"{"$ref":"#/$defs/Todo"}"##, new: ##"{"$ref":"#/$defs/Task"}"##, changes: []),
    Row(
      old: ##"{"$ref":"#/$defs/Todo"}"##, new: object(#""id":{"type":"integer"}"#, "id"),
      changes: []),
    // Types that contain themselves.
    Row(old: ##"{"$ref":"#/$defs/Tree"}"##, new: ##"{"$ref":"#/$defs/Tree"}"##, changes: []),
    Row(
      old: ##"{"$ref":"#/$defs/Tree"}"##, new: ##"{"$ref":"#/$defs/Wood"}"##,
      changes: [(.receivers, "x.name may be null now")]),
  ]

  /// Enough that most of what can change is among them; the others are no changes, and no false
  /// alarms.
  @Test func thereAreManyChanges() {
    #expect(Self.rows.count { !$0.changes.isEmpty } >= 40)
    #expect(Self.rows.count { $0.changes.isEmpty } >= 8)
  }

  private nonisolated static func object(_ properties: String, _ required: String...) -> String {
    #"{"type":"object","properties":{\#(properties)},"required":\#(required)}"#
  }

  /// An enum whose cases have the payloads that follow their names.
  private nonisolated static func tagged(_ cases: String...) -> String {
    let objects = stride(from: 0, to: cases.count, by: 2).map { index in
      #"{"type":"object","properties":{"\#(cases[index])":\#(cases[index + 1])},"#
        + #""required":["\#(cases[index])"],"additionalProperties":false}"#
    }
    return #"{"oneOf":[\#(objects.joined(separator: ","))]}"#
  }

  private static func tree(_ name: String, _ type: String) -> String {
    object(
      ##""name":\##(type),"children":{"type":"array","items":{"$ref":"#/$defs/\##(name)"}}"##,
      "name")
  }

  @Test(arguments: rows.indices, [ContractChange.Direction.sent, .received])
  func aPlantedChangeIsReported(index: Int, direction: ContractChange.Direction) throws {
    let row = Self.rows[index]
    let todo = Self.object(#""id":{"type":"integer"}"#, "id")
    let definitions = try JSONValue(
      parsing: #"{"Todo":\#(todo),"Task":\#(todo),"Tree":\#(Self.tree("Tree", Self.text)),"#
        + #""Wood":\#(Self.tree("Wood", #"{"type":["string","null"]}"#))}"#)
    let named = try #require(definitions.objectValue)
    var comparison = SchemaComparison(named, named)
    comparison.compare(
      try JSONValue(parsing: row.old), try JSONValue(parsing: row.new), direction, "x")
    let expected = row.changes.map { "\($0.0.holds(direction)) \(direction.rawValue): \($0.1)" }
    let changes = comparison.changes.listed
    #expect(changes.map { "\($0.breaks) \($0.sentence)" }.sorted() == expected.sorted())
  }
}
