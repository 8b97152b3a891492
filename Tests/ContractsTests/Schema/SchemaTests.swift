import Foundation
import JSON
import JSONFoundation
import Testing

@testable import Contracts

/// The schemas are written by hand from how the types are coded.
@Suite struct SchemaTests {
  struct OnlyEncodable: Encodable { let id = 1 }

  nonisolated static let standardTypes: [(type: Any.Type, schema: String)] = [
    (Bool.self, #"{"type":"boolean"}"#),
    (String.self, #"{"type":"string"}"#),
    (Int.self, #"{"type":"integer"}"#),
    (Int8.self, #"{"type":"integer","minimum":-128,"maximum":127}"#),
    (Int16.self, #"{"type":"integer","minimum":-32768,"maximum":32767}"#),
    (Int32.self, #"{"type":"integer","minimum":-2147483648,"maximum":2147483647}"#),
    (Int64.self, #"{"type":"integer"}"#),
    (UInt8.self, #"{"type":"integer","minimum":0,"maximum":255}"#),
    (UInt32.self, #"{"type":"integer","minimum":0,"maximum":4294967295}"#),
    (UInt64.self, #"{"type":"integer","minimum":0}"#),
    (UInt.self, #"{"type":"integer","minimum":0}"#),
    (Float.self, #"{"type":"number"}"#),
    (Double.self, #"{"type":"number"}"#),
    (Void.self, #"{"type":"null"}"#),
    (JSONValue.self, "{}"),
    (JSONObject.self, #"{"type":"object"}"#),
    (Int?.self, #"{"type":["integer","null"]}"#),
    (Int??.self, #"{"type":["integer","null"]}"#),
    (JSONValue?.self, "{}"),
    ([String].self, #"{"type":"array","items":{"type":"string"}}"#),
    ([Int?].self, #"{"type":"array","items":{"type":["integer","null"]}}"#),
    (
      [[Int]]?.self,
      #"{"type":["array","null"],"items":{"type":"array","items":{"type":"integer"}}}"#
    ),
    (Set<Int>.self, #"{"type":"array","items":{"type":"integer"}}"#),
    (
      Range<Int>.self,
      #"{"type":"array","prefixItems":[{"type":"integer"},{"type":"integer"}],"minItems":2,"#
        + #""maxItems":2}"#
    ),
    (
      ClosedRange<Double>?.self,
      #"{"type":["array","null"],"prefixItems":[{"type":"number"},{"type":"number"}],"minItems":2,"#
        + #""maxItems":2}"#
    ),
    ([String: Int].self, #"{"type":"object","additionalProperties":{"type":"integer"}}"#),
    (
      [Int: Bool].self,
      #"{"type":"object","propertyNames":{"pattern":"^[+-]?[0-9]+$"},"#
        + #""additionalProperties":{"type":"boolean"}}"#
    ),
    (
      [UUID: Int].self,
      #"{"description":"each key followed by its value","type":"array","prefixItems":"#
        + #"[{"type":"string","format":"uuid"},{"type":"integer"}],"#
        + #""items":{"anyOf":[{"type":"string","format":"uuid"},{"type":"integer"}]}}"#
    ),
    (
      [Level: Level].self,
      #"{"description":"each key followed by its value","type":"array","prefixItems":"#
        + #"[{"enum":["low","middle","HIGH"]},{"enum":["low","middle","HIGH"]}],"#
        + #""items":{"enum":["low","middle","HIGH"]}}"#
    ),
    (Date.self, #"{"type":"string","format":"date-time"}"#),
    (Date?.self, #"{"type":["string","null"],"format":"date-time"}"#),
    (URL.self, #"{"type":"string","format":"uri-reference","minLength":1}"#),
    (UUID.self, #"{"type":"string","format":"uuid"}"#),
    (Data.self, #"{"type":"string","contentEncoding":"base64"}"#),
    (
      Decimal.self,
      #"{"type":["number","string"],"pattern":"^-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?$"}"#
    ),
    (
      OnlyEncodable.self,
      #"{"type":"object","properties":{"id":{"type":"integer"}},"required":["id"]}"#
    ),
    (Any.self, "{}"),
  ]

  nonisolated static let authorsTypes: [(type: Any.Type, schema: String)] = [
    (NoMembers.self, #"{"type":"object"}"#),
    (
      Person.self,
      #"{"type":"object","properties":{"full_name":{"type":"string"},"age":{"type":["integer","null"]},"#
        + #""tags":{"type":"array","items":{"type":"string"}}},"required":["full_name","tags"]}"#
    ),
    (
      Settings.self,
      #"{"type":"object","properties":{"size":{"type":["integer","null"]},"#
        + #""theme":{"enum":["light","DARK",null]},"font":{"type":["string","null"]},"#
        + #""margin":{"type":"number"}}}"#
    ),
    (Theme.self, #"{"enum":["light","DARK"]}"#),
    (Level.self, #"{"enum":["low","middle","HIGH"]}"#),
    (Level?.self, #"{"enum":["low","middle","HIGH",null]}"#),
    (Priority.self, #"{"enum":[5,10]}"#),
    (Only.self, #"{"enum":["one"]}"#),
    (
      Direction.self,
      #"{"oneOf":[{"type":"object","properties":{"up":{"type":"object"}},"required":["up"]},"#
        + #"{"type":"object","properties":{"down":{"type":"object"}},"required":["down"]}]}"#
    ),
    (
      Delivery.self,
      #"{"oneOf":[{"type":"object","properties":{"pickup":{"type":"object"}},"required":["pickup"]},"#
        + #"{"type":"object","properties":{"post":{"type":"object","#
        + #""properties":{"street":{"type":"string"},"floor":{"type":["integer","null"]}},"#
        + #""required":["street"]}},"required":["post"]},"#
        + #"{"type":"object","properties":{"on":{"type":"object","properties":{"#
        + #""_0":{"type":"integer"},"_1":{"enum":["low","middle","HIGH"]}},"#
        + #""required":["_0","_1"]}},"required":["on"]}]}"#
    ),
    (
      Expression.self,
      ##"{"$ref":"#/$defs/Expression","$defs":{"Expression":"##
        + #"{"oneOf":[{"type":"object","properties":{"sum":{"type":"object","properties":{"#
        + ##""_0":{"$ref":"#/$defs/Expression"},"_1":{"$ref":"#/$defs/Expression"}},"##
        + #""required":["_0","_1"]}},"required":["sum"]},"#
        + #"{"type":"object","properties":{"number":{"type":"object","properties":{"#
        + #""_0":{"type":"integer"}},"required":["_0"]}},"required":["number"]}]}}}"#
    ),
    (
      WorkItem.self,
      #"{"type":"object","properties":{"before":{"type":"integer"},"code":{"type":"string"}},"#
        + #""required":["before","code"]}"#
    ),
    (
      Levels.self,
      #"{"type":"object","properties":{"before":{"type":"integer"},"#
        + #""level":{"enum":["low","middle","HIGH"]},"optional":{"enum":["low","middle","HIGH",null]},"#
        + #""after":{"type":"string"}},"required":["before","level","after"]}"#
    ),
    (Identifier.self, #"{"type":"integer"}"#),
    (Tag.self, #"{"type":"string"}"#),
    (Permissions.self, #"{"type":"integer","minimum":0,"maximum":255}"#),
    (NumberOrText.self, #"{"type":["integer","string"]}"#),
    (
      Link.self,
      #"{"anyOf":[{"type":"string"},{"type":"object","properties":{"address":{"type":"string"},"#
        + #""title":{"type":"string"}},"required":["address","title"]}]}"#
    ),
    (
      AnyValue.self,
      ##"{"$ref":"#/$defs/AnyValue","$defs":{"AnyValue":"##
        + #"{"anyOf":[{"type":"boolean"},{"type":"integer"},{"type":"number"},{"type":"string"},"#
        + ##"{"type":"array","items":{"$ref":"#/$defs/AnyValue"}},"##
        + ##"{"type":"object","additionalProperties":{"$ref":"#/$defs/AnyValue"}},{"type":"null"}]}}}"##
    ),
    (
      Dog.self,
      #"{"type":"object","properties":{"legs":{"type":"integer"},"super":{"type":"object","#
        + #""properties":{"name":{"type":"string"}},"required":["name"]}},"#
        + #""required":["legs","super"]}"#
    ),
    (
      Cat.self,
      #"{"type":"object","properties":{"name":{"type":"string"},"lives":{"type":"integer"}},"#
        + #""required":["name","lives"]}"#
    ),
    (
      Place.self,
      #"{"type":"object","properties":{"position":{"type":"object","properties":{"#
        + #""latitude":{"type":"number"}},"required":["latitude"]},"#
        + #""corners":{"type":"array","items":{"type":"integer"}}},"required":["position","corners"]}"#
    ),
    (
      Pair<String, Int>.self,
      #"{"type":"array","prefixItems":[{"type":"string"},{"type":"integer"}],"minItems":2,"maxItems":2}"#
    ),
    (
      NamedRow.self,
      #"{"type":"array","prefixItems":[{"type":"string"}],"items":{"type":"integer"},"minItems":1}"#
    ),
    (Counts.self, #"{"type":"object","additionalProperties":{"type":"integer"}}"#),
    (
      Box<Int?>.self,
      #"{"type":"object","properties":{"value":{"type":["integer","null"]}}}"#
    ),
    (
      Order.self,
      #"{"type":"object","properties":{"id":{"type":"string","format":"uuid"},"#
        + #""link":{"type":["string","null"],"format":"uri-reference","minLength":1},"#
        + #""date":{"type":"string","format":"date-time"},"#
        + #""price":{"type":["number","string"],"#
        + #""pattern":"^-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?$"},"#
        + #""data":{"type":"string","contentEncoding":"base64"},"after":{"type":"string"}},"#
        + #""required":["id","date","price","data","after"]}"#
    ),
    (
      Demanding.self,
      #"{"type":"object","properties":{"initial":{"type":"string"},"#
        + #""list":{"type":"array","items":{"type":"integer"}},"number":{"type":"integer"},"#
        + #""link":{"type":"string"}},"required":["initial","list","number","link"]}"#
    ),
  ]

  @Test(arguments: standardTypes.indices)
  func aStandardTypeHasASchema(row: Int) {
    let (type, schema) = Self.standardTypes[row]
    #expect(Schema.of(type).description == schema, "\(type)")
  }

  @Test(arguments: authorsTypes.indices)
  func anAuthorsTypeHasASchema(row: Int) {
    let (type, schema) = Self.authorsTypes[row]
    #expect(Schema.of(type).description == schema, "\(type)")
  }

  @Test(arguments: [
    (Int.self as Any.Type, "an integer"), (String?.self, "a string or null"),
    ([Int].self, "an array"), (Person.self, "an object"), (Bool.self, "true or false"),
    (Theme?.self, #""light" or "DARK" or null"#), (Delivery.self, "an object"),
    (Link.self, "a string or an object"), (Decimal.self, "a number or a string"),
    (OnlyEncodable.self, "an object"), (Expression.self, "an object"), (Any.self, "a value"),
  ])
  func aSchemaHasWords(type: Any.Type, words: String) {
    #expect(Schema.words(Schema.of(type)) == words)
  }
}
