import Foundation
import JSON
import JSONFoundation
import Testing

@testable import Contracts
@testable import Hosting
@testable import ViewModelKit

/// What a schema allows is taken as an argument, and what the host sends of that is valid for the
/// schema.
@Suite struct SchemaLawTests {
  /// A type, with JSON that is a value of it and JSON that is none, written by hand.
  nonisolated struct Row: Sendable {
    let type: Any.Type
    let good: [String]
    let bad: [String]
    /// Why the schema cannot say all that a value must be.
    var looseness: String?
  }

  nonisolated static let rows: [Row] = [
    Row(type: Bool.self, good: ["true", "false"], bad: ["1", "null"]),
    Row(type: String.self, good: [#""""#, #""é""#], bad: ["1", "null"]),
    Row(
      type: [Character].self, good: [#"["a","é"]"#], bad: [#"[1]"#],
      looseness: "a character is one"),
    Row(type: Int.self, good: ["-9223372036854775808", "9223372036854775807"], bad: ["1.5"]),
    Row(type: Int8.self, good: ["-128", "127"], bad: ["128", "-129"]),
    Row(type: Int16.self, good: ["-32768"], bad: ["32768"]),
    Row(type: Int32.self, good: ["2147483647"], bad: ["2147483648"]),
    Row(type: Int64.self, good: ["-9223372036854775808"], bad: [#""1""#]),
    Row(type: UInt8.self, good: ["0", "255"], bad: ["256", "-1"]),
    Row(type: UInt16.self, good: ["65535"], bad: ["65536"]),
    Row(type: UInt32.self, good: ["4294967295"], bad: ["4294967296", "-1"]),
    Row(type: UInt64.self, good: ["0", "9223372036854775807"], bad: ["-1"]),
    Row(type: UInt.self, good: ["0"], bad: ["-1"]),
    Row(type: Float.self, good: ["0.1", "1"], bad: [#""0""#]),
    Row(type: Double.self, good: ["1e300", "-0.5"], bad: ["null"]),
    Row(type: JSONValue.self, good: ["null", "[1]"], bad: []),
    Row(type: JSONObject.self, good: ["{}", #"{"a":1}"#], bad: ["[]"]),
    Row(type: Int?.self, good: ["null", "1"], bad: ["true"]),
    Row(type: Int??.self, good: ["null", "1"], bad: ["true"]),
    Row(type: [String].self, good: ["[]", #"["a"]"#], bad: ["{}", "[1]"]),
    Row(type: [Int?].self, good: ["[null,1]"], bad: [#"["a"]"#]),
    Row(type: [[Bool]]?.self, good: ["null", "[[true],[]]"], bad: ["[true]"]),
    Row(type: Set<Int>.self, good: ["[]", "[1,2]"], bad: ["1"]),
    Row(type: [String: Int].self, good: ["{}", #"{"a":1}"#], bad: ["[]", #"{"a":"b"}"#]),
    Row(type: [Int: Bool].self, good: [#"{"-1":true}"#], bad: [#"{"a":true}"#]),
    Row(
      type: [UUID: Int].self, good: ["[]", #"["00000000-0000-0000-0000-00000000000A",1]"#],
      bad: ["{}", "[1,1]"], looseness: "keys and values take turns"),
    Row(
      type: [Level: Int].self, good: [#"["low",1,"HIGH",2]"#], bad: [#"["lowest",1]"#],
      looseness: "keys and values take turns"),
    Row(
      type: Range<Int>.self, good: ["[1,2]", "[1,1]"], bad: ["[1]", "{}"],
      looseness: "the bounds have an order"),
    Row(
      type: ClosedRange<Double>?.self, good: ["[0.5,2]", "null"], bad: ["[0]"],
      looseness: "the bounds have an order"),
    Row(
      type: Date.self, good: [#""2026-01-31T12:00:00Z""#, #""2026-01-31T12:00:00.25+01:00""#],
      bad: ["0", #""soon""#]),
    Row(type: Date?.self, good: ["null", #""1969-12-31T23:59:59Z""#], bad: ["1.5"]),
    Row(type: URL.self, good: [#""https://example.com/a?b=c""#, #""a/b""#], bad: [#""""#, "1"]),
    Row(type: [URL].self, good: [#"["a"]"#], bad: ["[1]"]),
    Row(type: UUID.self, good: [#""0f0E0D0C-0B0A-0908-0706-050403020100""#], bad: [#""1-2""#]),
    Row(type: Data.self, good: [#""""#, #""AQL/""#], bad: [#""%""#, "[1]"]),
    Row(
      type: Decimal.self, good: ["9.99", "0", #""12345678901234567890""#],
      bad: [#""5 apples""#, "true", #""""#]),
    Row(type: NoMembers.self, good: ["{}"], bad: []),
    Row(
      type: Person.self,
      good: [#"{"full_name":"A","tags":[]}"#, #"{"full_name":"A","age":null,"tags":["b"]}"#],
      bad: [#"{"tags":[]}"#, #"{"full_name":"A"}"#, "[]"]),
    Row(
      type: Settings.self, good: ["{}", #"{"font":null}"#, #"{"font":"a","size":1,"margin":0.5}"#],
      bad: [#"{"font":1}"#, #"{"font":null,"margin":null}"#, #"{"font":null,"theme":"dark"}"#]),
    Row(type: Theme.self, good: [#""light""#, #""DARK""#], bad: [#""dark""#]),
    Row(type: Level.self, good: [#""low""#, #""HIGH""#], bad: [#""high""#, "0"]),
    Row(type: Level?.self, good: [#""low""#, "null"], bad: [#""high""#]),
    Row(type: Priority.self, good: ["5", "10"], bad: ["0", #""low""#]),
    Row(type: Only.self, good: [#""one""#], bad: [#""two""#]),
    Row(type: Direction.self, good: [#"{"up":{}}"#], bad: [#""up""#, #"{"left":{}}"#]),
    Row(
      type: Delivery.self,
      good: [
        #"{"pickup":{}}"#, #"{"post":{"street":"a"}}"#, #"{"post":{"street":"a","floor":2}}"#,
        #"{"on":{"_0":1,"_1":"low"}}"#,
      ],
      bad: ["{}", #"{"post":{}}"#, #"{"on":{"_0":1}}"#, #"{"pickup":{},"on":{"_0":1,"_1":"low"}}"#]),
    Row(
      type: Expression.self,
      good: [#"{"sum":{"_0":{"number":{"_0":1}},"_1":{"number":{"_0":2}}}}"#],
      bad: [#"{"number":{}}"#, "1", #"{"sum":{"_0":{"number":{"_0":1}},"_1":{"number":{}}}}"#]),
    Row(
      type: WorkItem.self, good: [#"{"before":1,"code":"C-1","after":"a"}"#],
      bad: [#"{"before":1}"#], looseness: "a code has a form, and what follows is not known"),
    Row(
      type: Levels.self, good: [#"{"before":1,"level":"low","after":"a"}"#],
      bad: [#"{"before":1,"level":"low"}"#]),
    Row(type: Identifier.self, good: ["1"], bad: [#"{"value":1}"#]),
    Row(type: [Identifier].self, good: ["[1]"], bad: ["1"]),
    Row(type: Tag.self, good: [#""a""#], bad: ["1"]),
    Row(type: Permissions.self, good: ["3"], bad: ["256", "[]"]),
    Row(type: NumberOrText.self, good: ["1", #""a""#], bad: ["null", "[]"]),
    Row(type: NumbersOrAll.self, good: ["[1]", "true"], bad: ["1", "null"]),
    Row(type: Length.self, good: ["1", #""abc""#], bad: ["null", "[]"]),
    Row(
      type: Link.self, good: [#""a""#, #"{"address":"a","title":"b"}"#],
      bad: ["1", #"{"address":"a"}"#]),
    Row(
      type: AnyValue.self, good: ["null", "true", "1", "1.5", #""a""#, "[[]]", #"{"a":{}}"#],
      bad: []),
    Row(type: Animal.self, good: [#"{"name":"a"}"#], bad: ["{}"]),
    Row(type: Dog.self, good: [#"{"legs":4,"super":{"name":"a"}}"#], bad: [#"{"legs":4}"#]),
    Row(type: Cat.self, good: [#"{"lives":9,"name":"a"}"#], bad: [#"{"lives":9}"#]),
    Row(
      type: Place.self, good: [#"{"position":{"latitude":1},"corners":[1]}"#],
      bad: [#"{"position":{},"corners":[]}"#, #"{"position":{"latitude":1}}"#]),
    Row(type: Pair<String, Int>.self, good: [#"["a",1]"#], bad: [#"["a"]"#, #"[1,"a"]"#]),
    Row(type: NamedRow.self, good: [#"["a"]"#, #"["a",1,2]"#], bad: ["[]"]),
    Row(type: Counts.self, good: ["{}", #"{"a":1}"#], bad: [#"{"a":"b"}"#]),
    Row(type: Box<Int?>.self, good: ["{}", #"{"value":null}"#], bad: [#"{"value":"a"}"#]),
    Row(type: Box<[Box<Date>]>.self, good: [#"{"value":[]}"#], bad: [#"{"value":[1]}"#]),
    Row(
      type: Order.self,
      good: [
        #"{"id":"00000000-0000-0000-0000-00000000000A","date":"2026-01-31T12:00:00Z","#
          + #""price":1.5,"data":"","after":""}"#
      ],
      bad: [
        #"{"id":"00000000-0000-0000-0000-00000000000A","date":0,"price":1.5,"data":"","after":""}"#
      ]),
    Row(
      type: Node.self, good: [#"{"name":"a","next":{"name":"b"}}"#],
      bad: ["{}", #"{"name":"a","next":{"next":null}}"#]),
    Row(
      type: Tree.self, good: [#"{"name":"a","children":[{"name":"b","children":[]}]}"#],
      bad: [#"{"name":"a"}"#, #"{"name":"a","children":[{"name":"b"}]}"#]),
    Row(
      type: Author.self, good: [#"{"name":"a","books":{"b":{"title":"c"}}}"#],
      bad: [#"{"name":"a","books":[]}"#, #"{"name":"a","books":{"b":{}}}"#]),
    Row(type: Nest.self, good: ["[[],[[]]]"], bad: ["{}", "[1]"]),
    Row(type: Bookmark.self, good: [#"{"name":"a","url":"b"}"#], bad: [#"{"name":"a","url":""}"#]),
  ]

  @Test(arguments: rows.indices)
  func whatAValueIsIsValid(row: Int) throws {
    let row = Self.rows[row]
    let type = try #require(row.type as? any Codable.Type)
    let schema = Schema.of(type)
    for text in row.good {
      let json = try JSONValue(parsing: text)
      #expect(try SchemaValidator.isValid(json, schema), "\(row.type): \(text), \(schema)")
      let sent = try echo(json, type)
      #expect(try SchemaValidator.isValid(sent, schema), "\(row.type): \(sent), \(schema)")
    }
    for text in row.bad {
      let json = try JSONValue(parsing: text)
      #expect(try !SchemaValidator.isValid(json, schema), "\(row.type): \(text), \(schema)")
      #expect(throws: (any Error).self, "\(row.type): \(text)") { try echo(json, type) }
    }
  }

  @Test(arguments: rows.indices.filter { rows[$0].looseness == nil })
  func whatIsValidIsAValue(row: Int) throws {
    let type = try #require(Self.rows[row].type as? any Codable.Type)
    let schema = Schema.of(type)
    var generator = SchemaGenerator(seed: UInt64(row))
    for _ in 0..<200 {
      let json = generator.value(schema)
      try #require(try SchemaValidator.isValid(json, schema), "\(type): \(json), \(schema)")
      do {
        let sent = try echo(json, type)
        #expect(try SchemaValidator.isValid(sent, schema), "\(type): \(sent), \(schema)")
      } catch {
        Issue.record("\(type): \(json) is valid for \(schema), but: \(error)")
      }
    }
  }

  /// Sends an argument, as an input takes it, and gives it back, as an output sends it.
  private func echo<T: Codable>(_ json: JSONValue, _ type: T.Type) throws -> JSONValue {
    let signature = try Signature(["value"], types: [type], of: "an echo")
    var reader = try ArgumentReader(["value": json], signature)
    return try OutputEncoding<T>()(try reader.next(type), noting: EncodedObjects())
  }
}
