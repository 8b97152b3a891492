import JSON
import Testing

@testable import CodeGeneration

/// Types of JSON values, made of schemas.
struct WireTypeTests {
  @Test(
    arguments: [
      ("{}", .any), ("{\"type\":\"null\"}", .null), ("{\"type\":\"boolean\"}", .boolean),
      ("{\"type\":\"number\"}", .number), ("{\"type\":\"string\"}", .string),
      ("{\"type\":\"integer\"}", .integer(isLong: true)),
      // 2^53 on both sides is what a double holds exactly.
      (
        "{\"type\":\"integer\",\"minimum\":-9007199254740992,\"maximum\":9007199254740992}",
        .integer(isLong: false)
      ),
      (
        "{\"type\":\"integer\",\"minimum\":0,\"maximum\":9007199254740994}", .integer(isLong: true)
      ),
      ("{\"$ref\":\"#/$defs/A\"}", .named("A")),
      ("{\"enum\":[\"a\",null]}", .union([.constant("a"), .null])),
      ("{\"enum\":[1]}", .constant(1)),
      ("{\"type\":[\"string\",\"null\"]}", .union([.string, .null])),
      (
        "{\"type\":[\"array\",\"null\"],\"items\":{\"type\":\"string\"}}",
        .union([.array(.string), .null])
      ),
      ("{\"anyOf\":[{\"type\":\"string\"},{}]}", .any),
      ("{\"oneOf\":[{\"type\":\"string\"},{\"type\":\"string\"}]}", .string),
      ("{\"type\":\"array\"}", .array(.any)),
      (
        "{\"type\":\"array\",\"prefixItems\":[{\"type\":\"string\"}],\"maxItems\":1}",
        .tuple([.string])
      ),
      (
        "{\"type\":\"array\",\"prefixItems\":[{\"type\":\"string\"}],\"items\":{\"type\":\"null\"}}",
        .array(.union([.string, .null]))
      ),
      ("{\"type\":\"object\"}", .dictionary(.any)),
      (
        "{\"type\":\"object\",\"additionalProperties\":{\"type\":\"string\"}}", .dictionary(.string)
      ),
      (
        "{\"type\":\"object\",\"properties\":{\"a\":{},\"b\":{\"description\":\"B\"}},\"required\":[\"a\"]}",
        .object([
          Member(name: "a", type: .any),
          Member(name: "b", type: .any, isRequired: false, description: "B"),
        ])
      ),
    ] as [(String, WireType)])
  func aSchemaHasAType(schema: String, type: WireType) throws {
    #expect(WireType(try JSONValue(parsing: schema)) == type)
  }

  @Test func whatMayBeLeftOutIsSentWithoutNull() {
    let type = WireType.union([.string, .null])
    #expect(Member(name: "a", type: type).sentType == type)
    #expect(Member(name: "a", type: type, isRequired: false).sentType == .string)
  }

  /// An enum without raw values is written as objects, which are no constants of any language.
  @Test func casesThatAreObjectsAreTypes() {
    let type = WireType(["enum": [["idle": [:]], ["at": ["_0": 1]], "a", nil]])
    #expect(
      type
        == .union([
          .object([Member(name: "idle", type: .dictionary(.any))]),
          .object([
            Member(name: "at", type: .object([Member(name: "_0", type: .constant(1))]))
          ]),
          .constant("a"), .null,
        ]))
  }
}
