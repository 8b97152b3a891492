import JSON
import Testing

@testable import ViewModelKit

@Suite struct SchemaTests {
  struct Point: Decodable {
    let x: Double
    let y: Double?
    let label: Label
  }

  struct Label: Decodable {
    let text: String
    let color: Color

    enum CodingKeys: String, CodingKey {
      case text = "label_text"
      case color
    }
  }

  enum Color: String, Codable, CaseIterable { case red, green }

  struct Identifier: Decodable {
    let value: Int
    init(from decoder: any Decoder) throws {
      value = try decoder.singleValueContainer().decode(Int.self)
    }
  }

  struct Tree: Decodable {
    let name: String
    let children: [Tree]
  }

  /// Refuses the empty value that it is asked with.
  struct NonEmpty: Decodable {
    init(from decoder: any Decoder) throws {
      enum Key: CodingKey { case text }
      let text = try decoder.container(keyedBy: Key.self).decode(String.self, forKey: .text)
      if text.isEmpty {
        throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "empty"))
      }
    }
  }

  struct OnlyEncodable: Encodable { let id = 1 }

  nonisolated static let table: [(type: Any.Type, schema: String)] = [
    (Int.self, #"{"type":"integer"}"#),
    (UInt8.self, #"{"type":"integer"}"#),
    (Float.self, #"{"type":"number"}"#),
    (String.self, #"{"type":"string"}"#),
    (Bool.self, #"{"type":"boolean"}"#),
    (Int?.self, #"{"type":["integer","null"]}"#),
    ([String].self, #"{"type":"array","items":{"type":"string"}}"#),
    (Set<Int>.self, #"{"type":"array","items":{"type":"integer"}}"#),
    (
      [[Int]]?.self,
      #"{"type":["array","null"],"items":{"type":"array","items":{"type":"integer"}}}"#
    ),
    ([String: Int].self, #"{"type":"object","additionalProperties":{"type":"integer"}}"#),
    (Color.self, #"{"enum":["red","green"]}"#),
    (Identifier.self, #"{"type":"integer"}"#),
    (
      Point.self,
      #"{"type":"object","properties":{"x":{"type":"number"},"y":{"type":["number","null"]},"#
        + #""label":{"type":"object","properties":{"label_text":{"type":"string"},"#
        + #""color":{"enum":["red","green"]}},"required":["label_text","color"]}},"#
        + #""required":["x","label"]}"#
    ),
    (
      Tree.self,
      #"{"type":"object","properties":{"name":{"type":"string"},"#
        + #""children":{"type":"array","items":{}}},"required":["name","children"]}"#
    ),
    (NonEmpty.self, #"{"type":"object"}"#),
    (OnlyEncodable.self, "{}"),
    (JSONValue.self, "{}"),
  ]

  @Test(arguments: table.indices)
  func aTypeHasASchema(row: Int) {
    let (type, schema) = Self.table[row]
    #expect(Schema.of(type).description == schema, "\(type)")
  }

  @Test(arguments: [
    (Int.self as Any.Type, "an integer"), (String?.self, "a string or null"),
    ([Int].self, "an array"), (Point.self, "an object"), (Bool.self, "true or false"),
    (OnlyEncodable.self, "a value"),
  ])
  func aSchemaHasWords(type: Any.Type, words: String) {
    #expect(Schema.words(Schema.of(type)) == words)
  }
}
