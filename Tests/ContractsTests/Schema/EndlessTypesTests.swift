import Foundation
import JSON
import JSONFoundation
import Testing

@testable import Contracts

/// Types that contain themselves, and types that read without end, have schemas too.
@Suite struct EndlessTypesTests {
  @Test(
    arguments: [
      (URL.self, #"{"type":"string","format":"uri-reference","minLength":1}"#),
      (URL?.self, #"{"type":["string","null"],"format":"uri-reference","minLength":1}"#),
      (
        [URL].self,
        #"{"type":"array","items":{"type":"string","format":"uri-reference","minLength":1}}"#
      ),
      (
        Site.self,
        #"{"type":"object","properties":{"url":{"type":"string","format":"uri-reference","#
          + #""minLength":1}},"required":["url"]}"#
      ),
      (
        Bookmark.self,
        #"{"type":"object","properties":{"name":{"type":"string"},"url":{"type":["string","null"],"#
          + #""format":"uri-reference","minLength":1}},"required":["name"]}"#
      ),
      (
        Node.self,
        ##"{"$ref":"#/$defs/Node","$defs":{"Node":{"type":"object","properties":{"name":{"type":"string"},"##
          + ##""next":{"anyOf":[{"$ref":"#/$defs/Node"},{"type":"null"}]}},"required":["name"]}}}"##
      ),
      (
        Tree.self,
        ##"{"$ref":"#/$defs/Tree","$defs":{"Tree":{"type":"object","properties":{"name":{"type":"string"},"##
          + ##""children":{"type":"array","items":{"$ref":"#/$defs/Tree"}}},"required":["name","children"]}}}"##
      ),
      (
        Author.self,
        ##"{"$ref":"#/$defs/Author","$defs":{"Author":{"type":"object","properties":{"name":"##
          + #"{"type":"string"},"books":{"type":"object","#
          + ##""additionalProperties":{"$ref":"#/$defs/Book"}}},"required":["name","books"]},"##
          + #""Book":{"type":"object","properties":{"title":{"type":"string"},"#
          + ##""author":{"anyOf":[{"$ref":"#/$defs/Author"},{"type":"null"}]},"##
          + ##""sequel":{"anyOf":[{"$ref":"#/$defs/Book"},{"type":"null"}]}},"required":["title"]}}}"##
      ),
      (
        Nest.self,
        ##"{"$ref":"#/$defs/Nest","$defs":{"Nest":{"type":"array","items":{"$ref":"#/$defs/Nest"}}}}"##
      ),
      (Again.self, #"{"type":"object"}"#),
      (
        Undecided.self,
        #"{"anyOf":[{"type":"object","properties":{"left":{"type":"integer"}},"required":["left"]},"#
          + #"{"type":"object"}]}"#
      ),
      (Unlimited.self, #"{"type":"array"}"#),
      (
        Asking.self,
        #"{"type":"object","properties":{"number":{"type":"integer"}},"required":["number"]}"#
      ),
    ] as [(Any.Type, String)])
  func areDescribed(type: Any.Type, schema: String) throws {
    let found = Schema.of(type)
    if type == Unlimited.self {
      #expect(found["type"] == "array")
    } else {
      #expect(found.description == schema, "\(type)")
    }
  }

  @Test(arguments: [
    Growing<Int>.self as Any.Type, GrowingTwice<Int>.self, Down.self, Shaft.self,
  ])
  func areDescribedToADepth(type: Any.Type) {
    #expect(Schema.of(type)["type"] == "object", "\(type)")
  }

  @Test func aSchemaHasALimit() {
    func lists<T: Codable>(_ type: T.Type, _ times: Int) -> Any.Type {
      times == 0 ? type : lists(Lists<T>.self, times - 1)
    }
    // Without one it would be half a million schemas of integers.
    let schema = Schema.of(lists(Int.self, 19))
    #expect(schema["properties"]?["first"]?["items"]?["type"] == "object")
    #expect(schema.description.utf8.count < 500_000)
  }

  /// A value of four megabytes, of which a decoder has several on the stack.
  @Test func aBigValueIsNotMade() {
    func twice<T: Codable>(_ type: T.Type, _ times: Int) -> Any.Type {
      times == 0 ? type : twice(Twice<T>.self, times - 1)
    }
    #expect(Schema.of(twice(Int.self, 19)) == [:])
    #expect(Schema.of(twice(Int.self, 5))["type"] == "object")
  }
}
