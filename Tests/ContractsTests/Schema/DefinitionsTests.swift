import JSON
import Testing

@testable import Contracts

/// Types under their Swift names. The schemas are written by hand from how the types are coded.
@Suite struct DefinitionsTests {
  struct Inner: Codable { var level: Level }

  /// Can only be encoded.
  struct Row: Encodable {
    let id: Int
    let title: String?
    let inner: Inner
    let tags: [String]
    let state: State
    let explicit: Int?

    enum State: String, Encodable { case on, off = "OFF" }

    enum CodingKeys: String, CodingKey {
      case id = "row_id"
      case title, inner, tags, state, explicit
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(id, forKey: .id)
      try container.encodeIfPresent(title, forKey: .title)
      try container.encode(inner, forKey: .inner)
      try container.encode(tags, forKey: .tags)
      try container.encode(state, forKey: .state)
      try container.encode(explicit, forKey: .explicit)
    }
  }

  struct OfRows: Encodable {
    let rows: [Row]
    let name = "1"
  }

  struct Wrapper: Encodable {
    let number: Int
    func encode(to encoder: any Encoder) throws { try number.encode(to: encoder) }
  }

  struct Tree: Codable {
    var name: String
    var children: [Tree]
  }

  private nonisolated static let level = #""Level":{"enum":["low","middle","HIGH"]}"#
  private nonisolated static let inner =
    ##""DefinitionsTests.Inner":{"type":"object","properties":{"level":{"$ref":"#/$defs/Level"}},"##
    + #""required":["level"]}"#
  private nonisolated static let row =
    #""DefinitionsTests.Row":{"type":"object","properties":{"row_id":{"type":"integer"},"#
    + ##""title":{"type":"string"},"inner":{"$ref":"#/$defs/DefinitionsTests.Inner"},"##
    + #""tags":{"type":"array","items":{"type":"string"}},"#
    + ##""state":{"$ref":"#/$defs/DefinitionsTests.Row.State"},"explicit":{"type":["integer","null"]}},"##
    + #""required":["row_id","inner","tags","state","explicit"]}"#
  private nonisolated static let state = #""DefinitionsTests.Row.State":{"enum":["on","OFF"]}"#

  nonisolated static let rows: [(type: Any.Type, schema: String, definitions: String)] = [
    (Int.self, #"{"type":"integer"}"#, "{}"),
    (Level.self, ##"{"$ref":"#/$defs/Level"}"##, "{\(level)}"),
    (Level?.self, ##"{"anyOf":[{"$ref":"#/$defs/Level"},{"type":"null"}]}"##, "{\(level)}"),
    ([Level].self, ##"{"type":"array","items":{"$ref":"#/$defs/Level"}}"##, "{\(level)}"),
    (Inner.self, ##"{"$ref":"#/$defs/DefinitionsTests.Inner"}"##, "{\(level),\(inner)}"),
    (
      Box<Int>.self, ##"{"$ref":"#/$defs/Box%3CInt%3E"}"##,
      #"{"Box<Int>":{"type":"object","properties":{"value":{"type":"integer"}},"required":["value"]}}"#
    ),
    (
      Box<[String: Level]>.self,
      ##"{"$ref":"#/$defs/Box%3CDictionary%3CString%2C%20Level%3E%3E"}"##,
      "{\(level),"
        + #""Box<Dictionary<String, Level>>":{"type":"object","properties":{"value":{"#
        + ##""type":"object","additionalProperties":{"$ref":"#/$defs/Level"}}},"required":["value"]}}"##
    ),
    (
      Tree.self, ##"{"$ref":"#/$defs/DefinitionsTests.Tree"}"##,
      #"{"DefinitionsTests.Tree":{"type":"object","properties":{"name":{"type":"string"},"#
        + ##""children":{"type":"array","items":{"$ref":"#/$defs/DefinitionsTests.Tree"}}},"##
        + #""required":["name","children"]}}"#
    ),
    (
      [Tree].self, ##"{"type":"array","items":{"$ref":"#/$defs/DefinitionsTests.Tree"}}"##,
      ##"{"DefinitionsTests.Tree":{"type":"object","properties":{"name":{"type":"string"},"##
        + ##""children":{"type":"array","items":{"$ref":"#/$defs/DefinitionsTests.Tree"}}},"##
        + #""required":["name","children"]}}"#
    ),
    (
      Row.self, ##"{"$ref":"#/$defs/DefinitionsTests.Row"}"##, "{\(level),\(inner),\(state),\(row)}"
    ),
    (
      OfRows.self, ##"{"$ref":"#/$defs/DefinitionsTests.OfRows"}"##,
      "{\(level),\(inner),\(state),\(row),"
        + #""DefinitionsTests.OfRows":{"type":"object","properties":{"rows":{"type":"array","#
        + ##""items":{"$ref":"#/$defs/DefinitionsTests.Row"}},"name":{"type":"string"}},"##
        + #""required":["rows","name"]}}"#
    ),
    (
      Wrapper.self, ##"{"$ref":"#/$defs/DefinitionsTests.Wrapper"}"##,
      #"{"DefinitionsTests.Wrapper":{"type":"integer"}}"#
    ),
    (JSONValue.self, ##"{"$ref":"#/$defs/JSONValue"}"##, #"{"JSONValue":{}}"#),
    (
      WorkItem.self, ##"{"$ref":"#/$defs/WorkItem"}"##,
      #"{"Code":{"type":"string"},"WorkItem":{"type":"object","properties":{"before":{"type":"integer"},"#
        + ##""code":{"$ref":"#/$defs/Code"}},"required":["before","code"],"##
        + #""$comment":"read only in part"}}"#
    ),
  ]

  @Test(arguments: rows.indices)
  func aTypeIsReferredTo(index: Int) throws {
    let row = Self.rows[index]
    let probe = SchemaProbe()
    #expect(probe.schema(of: row.type) == (try JSONValue(parsing: row.schema)))
    #expect(JSONValue.object(probe.definitions) == (try JSONValue(parsing: row.definitions)))
  }

  @Test func typesOfOneNameHaveNumbers() {
    enum One { struct Same: Codable { var a: Int } }
    enum Other { struct Same: Codable { var b: Int } }
    func inFunction() -> Any.Type {
      struct Same: Codable { var c: Int }
      return Same.self
    }
    func again() -> Any.Type {
      struct Same: Codable { var d: Int }
      return Same.self
    }
    let probe = SchemaProbe()
    for type in [One.Same.self, Other.Same.self, inFunction(), again()] {
      _ = probe.schema(of: type)
    }
    #expect(probe.definitions.count == 4)
    // What distinguishes private types in the runtime is another number in each process.
    #expect(probe.definitions.keys.allSatisfy { !$0.contains("$") && $0.contains("Same") })
  }

  @Test(arguments: ["Todo", "Box<Int>", "a/b~c", "é %", ""])
  func aReferenceNamesItsType(name: String) {
    #expect(Schema.name(in: Schema.reference(to: name)) == name)
  }

  /// Of a class, and of an enum with associated values, no value can be made to look at.
  @Test func anUnknownTypeIsAnyJSON() {
    final class Object: Encodable { let a = 1 }
    enum Choice: Encodable { case some(Int), none }
    struct Holder: Encodable { let object: Object }
    for type in [Object.self, Choice.self, Holder.self] as [Any.Type] {
      #expect(Schema.of(type) == Schema.any, "\(type)")
    }
  }
}
