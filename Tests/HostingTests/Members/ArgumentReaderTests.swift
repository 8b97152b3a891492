import Hosting
import JSON
import TestSupport
import Testing

@testable import ViewModelKit

@Suite struct ArgumentReaderTests {
  struct Item: Decodable, Equatable {
    let id: Int
    let tags: [String]
  }

  /// What `(item: Item, count: Int = 3, note: String?)` makes of arguments.
  private func read(_ json: JSONValue?) throws -> (Item, Int, String?) {
    let signature = try Signature(
      ["item", .named("count", default: 3), "note"], types: [Item.self, Int.self, String?.self],
      of: "a test")
    var reader = try ArgumentReader(json, signature)
    return (
      try reader.next(Item.self), try reader.next(Int.self), try reader.next(String?.self)
    )
  }

  @Test(arguments: [
    (#"{"item": {"id": 1, "tags": ["a"]}, "count": 2, "note": "n"}"#, 2, "n" as String?),
    (#"{"note": "n", "item": {"id": 1, "tags": ["a"]}, "count": 2}"#, 2, "n"),
    (#"[{"id": 1, "tags": ["a"]}, 2, "n"]"#, 2, "n"),
    (#"{"item": {"id": 1, "tags": ["a"]}}"#, 3, nil),
    (#"[{"id": 1, "tags": ["a"]}]"#, 3, nil),
    (#"{"item": {"id": 1, "tags": ["a"]}, "note": null}"#, 3, nil),
    (#"[{"id": 1, "tags": ["a"]}, 5, null]"#, 5, nil),
  ])
  func readsByNameAndInOrder(json: String, count: Int, note: String?) throws {
    let read = try read(try JSONValue(parsing: json))
    #expect(read.0 == Item(id: 1, tags: ["a"]))
    #expect(read.1 == count)
    #expect(read.2 == note)
  }

  @Test(arguments: [
    (#"{}"#, "/item", "missing, expected an object"),
    (#"[]"#, "/item", "missing, expected an object"),
    (#"7"#, "", "expected an object or an array, found an integer"),
    (#"{"item": 7}"#, "/item", "expected an object, found an integer"),
    (#"{"item": {"id": 1}}"#, "/item/tags", "required, but missing"),
    (
      #"{"item": {"id": 1, "tags": ["a", 2]}}"#, "/item/tags/1",
      "expected a string, found an integer"
    ),
    (
      #"[{"id": 1, "tags": []}, null]"#, "/count", "expected an integer, found null"
    ),
    (
      #"[{"id": 1, "tags": []}, 1.5]"#, "/count", "expected an integer, found 1.5"
    ),
    (
      #"{"item": {"id": 1, "tags": []}, "cuont": 1}"#, "/cuont",
      "unknown; did you mean count?"
    ),
    (
      #"{"item": {"id": 1, "tags": []}, "other": 1}"#, "/other",
      "unknown, expected only item, count, note"
    ),
    (
      #"[{"id": 1, "tags": []}, 1, "n", 2]"#, "/3",
      "one too many, expected only item, count, note"
    ),
  ])
  func namesWhatIsWrongAndWhere(json: String, path: String, message: String) throws {
    let json = try JSONValue(parsing: json)
    let error = #expect(throws: ArgumentError.self) { try read(json) }
    #expect(error.map { JSONPointer(tokens: $0.path).description } == path)
    #expect(error?.message == message)
  }

  @Test func leavingAllOutIsNoArguments() {
    let error = #expect(throws: ArgumentError.self) { try read(nil) }
    #expect(error?.path == ["item"])
  }

  enum Level: String, Decodable { case low, high }
  struct Setting: Decodable { let levels: [Level] }

  /// Swift itself says only that the value is none of them.
  @Test func whatIsNoneOfAnEnumsCasesNamesThem() throws {
    let signature = try Signature(
      ["level", "setting"], types: [Level?.self, Setting.self], of: "a test")
    var reader = try ArgumentReader(
      ["level": "hihg", "setting": ["levels": ["low", "loud"]]], signature)
    let first = #expect(throws: ArgumentError.self) { try reader.next(Level?.self) }
    #expect(first?.path == ["level"])
    #expect(first?.message == #"expected "low" or "high" or null, found "hihg""#)
    let second = #expect(throws: ArgumentError.self) { try reader.next(Setting.self) }
    #expect(second?.path == ["setting", "levels", "1"])
    #expect(second?.message == #"expected "low" or "high", found "loud""#)
  }

  @Test func nothingIsExpectedOfAnInputWithoutArguments() throws {
    let signature = try Signature([], types: [], of: "a test")
    #expect(throws: Never.self) { try ArgumentReader(nil, signature) }
    let error = #expect(throws: ArgumentError.self) { try ArgumentReader(["a": 1], signature) }
    #expect(error?.path == ["a"])
    #expect(error?.message == "unknown, expected none")
  }
}
