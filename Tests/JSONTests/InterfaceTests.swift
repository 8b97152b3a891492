import JSON
import Testing

/// A walk through the whole interface; the details are in the other files.
struct InterfaceTests {
  struct Item: Codable, Equatable, Identifiable {
    var id: Int
    var name: String
    var tags: [String]?
  }

  @Test func parsesAndWrites() throws {
    let text = #"{"a":[1,-2.5,"x\n",true,null],"b":{}}"#
    let value = try JSONValue(parsing: text)
    #expect(value.description == text)
    #expect(value["a"]?[1]?.doubleValue == -2.5)
    #expect(throws: JSONParseError.self) { try JSONValue(parsing: "[1,]") }
  }

  @Test func bridgesCodable() throws {
    let item = Item(id: 1, name: "é", tags: ["t"])
    let value = try JSONValue(encoding: item)
    #expect(value == ["id": 1, "name": "é", "tags": ["t"]])
    #expect(try value.decode(Item.self) == item)
    let wrong: JSONValue = ["items": [["id": "x"]]]
    let error = #expect(throws: DecodingError.self) { try wrong.decode([String: [Item]].self) }
    #expect(error?.sentence == "items[0].id: expected an integer, found a string")
  }

  @Test func diffsAndPatches() throws {
    let old: JSONValue = ["items": [1, 2, 3], "name": "a"]
    let new: JSONValue = ["items": [1, 5], "more": nil]
    var document = old
    try JSONPatch.difference(from: old, to: new).apply(to: &document)
    #expect(document == new)
  }
}
