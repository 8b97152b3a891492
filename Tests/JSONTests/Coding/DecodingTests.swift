import Foundation
import JSON
import Testing

struct DecodingTests {
  private func expectRoundTrip<T: Codable & Equatable>(
    _ value: T,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    // What Foundation has written is read back, and so is what this module has.
    let foundation = try JSONValue(parsing: Array(JSONEncoder().encode(value)))
    #expect(try foundation.decode(T.self) == value, sourceLocation: sourceLocation)
    #expect(try JSONValue(encoding: value).decode(T.self) == value, sourceLocation: sourceLocation)
  }

  @Test func readsWhatWasEncoded() throws {
    try expectRoundTrip(CodableSamples.Scalars())
    try expectRoundTrip(CodableSamples.Collections())
    try expectRoundTrip(CodableSamples.Manual())
    try expectRoundTrip(["a": [1.5, -2]])
    try expectRoundTrip([1, nil, 3] as [Int?])
    try expectRoundTrip("text")
    try expectRoundTrip([1: "a", -2: "b"])
    let dog = CodableSamples.Dog()
    (dog.age, dog.name) = (7, "Ada")
    let read = try JSONValue(encoding: dog).decode(CodableSamples.Dog.self)
    #expect(read.age == 7 && read.name == "Ada")
  }

  @Test func missingAndNullAreNil() throws {
    struct Optionals: Decodable { var a: Int?, b: [Int?]?, c: String? }
    let value = try JSONValue.object(["a": nil, "b": [nil, 1]]).decode(Optionals.self)
    #expect(value.a == nil && value.b == [nil, 1] && value.c == nil)
    #expect(try JSONValue.null.decode(Int?.self) == nil)
  }

  struct Asking: Codable, Equatable {
    var a: Int?

    init(a: Int?) { self.a = a }

    init(from decoder: any Decoder) throws {
      a = try decoder.container(keyedBy: CodingKeys.self).decode(Int?.self, forKey: .a)
    }
  }

  /// Swift writes no member for an optional without a value, also where it is read with `decode`.
  @Test func anOptionalThatIsReadWithDecodeMayBeMissing() throws {
    try expectRoundTrip(Asking(a: nil))
    try expectRoundTrip(Asking(a: 1))
    #expect(throws: DecodingError.self) { try JSONValue.object(["a": "x"]).decode(Asking.self) }
  }

  struct Item: Decodable { var id: Int, name: String, tags: [Tag]?, size: UInt8? }
  struct Tag: Decodable { var label: String, color: CodableSamples.Color?, weight: Float? }
  struct Document: Decodable {
    var items: [Item], byName: [String: Item]?, shape: CodableSamples.Shape?
  }

  @Test(arguments: [
    ("[]", "expected an object, found an array"), ("{}", "items: required, but missing"),
    (#"{"items":null}"#, "items: expected an array, found null"),
    (#"{"items":{}}"#, "items: expected an array, found an object"),
    (#"{"items":[1]}"#, "items[0]: expected an object, found an integer"),
    (
      #"{"items":[{"id":1,"name":"a"},{"id":"x","name":"b"}]}"#,
      "items[1].id: expected an integer, found a string"
    ),
    (#"{"items":[{"id":1.5,"name":"a"}]}"#, "items[0].id: expected an integer, found 1.5"),
    (#"{"items":[{"id":true,"name":"a"}]}"#, "items[0].id: expected an integer, found a boolean"),
    (#"{"items":[{"id":1}]}"#, "items[0].name: required, but missing"),
    (#"{"items":[{"id":1,"name":null}]}"#, "items[0].name: expected a string, found null"),
    (
      #"{"items":[{"id":1,"name":"a","size":300}]}"#,
      "items[0].size: expected an integer from 0 to 255, found 300"
    ),
    (
      #"{"items":[{"id":1,"name":"a","tags":[{"label":"b"},{"label":[]}]}]}"#,
      "items[0].tags[1].label: expected a string, found an array"
    ),
    (
      #"{"items":[{"id":1,"name":"a","tags":[{"label":"b","weight":1e300}]}]}"#,
      "items[0].tags[0].weight: expected a number in Float's range, found 1e+300"
    ),
    (#"{"items":[],"byName":{"a b":{"id":1}}}"#, "byName.a b.name: required, but missing"),
    (
      #"{"items":[],"shape":{"circle":{"radius":"x"}}}"#,
      "shape.circle.radius: expected a number, found a string"
    ),
    (
      #"{"items":[],"shape":{"path":{"_0":[1,"2"],"closed":true}}}"#,
      "shape.path._0[1]: expected an integer, found a string"
    ),
    (
      #"{"items":[{"id":1,"name":"a","tags":[{"label":"b","color":"blue"}]}]}"#,
      "items[0].tags[0].color: Cannot initialize Color from invalid String value blue"
    ),
  ])
  func saysWhatIsWrong(text: String, sentence: String) throws {
    let json = try JSONValue(parsing: text)
    let error = #expect(throws: DecodingError.self) { try json.decode(Document.self) }
    #expect(error?.sentence == sentence)
  }

  @Test(
    arguments: [
      ("1", 1), ("1.0", 1), ("1e3", 1000), ("-0.0", 0), ("9007199254740992.0", 1 << 53),
      ("255", 255),
      ("9223372036854775807", .max), ("1e18", 1_000_000_000_000_000_000),
      ("9007199254740993.0", (1 << 53) + 1), ("-9.223372036854775808e18", .min),
    ] as [(String, Int)]
  )
  func readsIntegers(text: String, expected: Int) throws {
    #expect(try JSONValue(parsing: text).decode(Int.self) == expected)
    #expect(try JSONValue(parsing: "[\(text)]").decode([Int].self) == [expected])
  }

  /// Where a double no longer says which integer was meant, there is an error rather than a guess.
  @Test(arguments: [
    "9223372036854775808", "18446744073709551615", "1e19", "9007199254740994.5", "-1", "0.5",
  ])
  func neverGuessesIntegers(text: String) throws {
    let json = try JSONValue(parsing: text)
    #expect(throws: DecodingError.self) { try json.decode(UInt64.self) }
  }

  /// What is refused is never what the sentence says was expected.
  @Test(arguments: [
    ("1.5", "expected an integer, found 1.5"), ("-0.25", "expected an integer, found -0.25"),
    ("\"1\"", "expected an integer, found a string"), ("null", "expected an integer, found null"),
    (
      "9223372036854775808",
      "expected an integer from -9223372036854775808 to 9223372036854775807, found 9223372036854776000"
    ),
    (
      "-1e19",
      "expected an integer from -9223372036854775808 to 9223372036854775807, found -10000000000000000000"
    ),
    (
      "1e300",
      "expected an integer from -9223372036854775808 to 9223372036854775807, found 1e+300"
    ),
    ("9007199254740993.5", "expected an integer, found a number near 9007199254740994"),
  ])
  func saysWhichIntegersThereAre(text: String, sentence: String) throws {
    let json = try JSONValue(parsing: text)
    let error = #expect(throws: DecodingError.self) { try json.decode(Int.self) }
    #expect(error?.sentence == sentence)
  }

  /// No JSON number is an exact integer beyond the range of `Int64`, whatever the type could hold.
  @Test func rangesEndWhereIntegersDo() throws {
    let json = try JSONValue(parsing: "18446744073709551615")
    let unsigned = #expect(throws: DecodingError.self) { try json.decode(UInt64.self) }
    #expect(
      unsigned?.sentence
        == "expected an integer from 0 to 9223372036854775807, found 18446744073709552000")
    let wide = #expect(throws: DecodingError.self) { try json.decode(Int128.self) }
    #expect(
      wide?.sentence
        == "expected an integer from -9223372036854775808 to 9223372036854775807, found 18446744073709552000"
    )
    let large = try JSONValue(parsing: "1e3")
    let byte = #expect(throws: DecodingError.self) { try large.decode(Int8.self) }
    #expect(byte?.sentence == "expected an integer from -128 to 127, found 1000")
  }

  @Test func numbersAreReadAsAnyNumberType() throws {
    #expect(try JSONValue.integer(1).decode(Double.self) == 1)
    #expect(try JSONValue.double(0.1).decode(Float.self) == 0.1)
    #expect(try JSONValue.integer(5).decode(Int128.self) == 5)
    #expect(try JSONValue.integer(5).decode(UInt128.self) == 5)
    #expect(throws: DecodingError.self) { try JSONValue.bool(true).decode(Double.self) }
    #expect(throws: DecodingError.self) { try JSONValue.integer(1).decode(Bool.self) }
  }

  @Test func pathsLeadThroughNestedArrays() throws {
    let json: JSONValue = ["rows": [[1], [1, 2, "x"]]]
    let error = #expect(throws: DecodingError.self) { try json.decode([String: [[Int]]].self) }
    #expect(error?.sentence == "rows[1][2]: expected an integer, found a string")
  }

  @Test func readingPastTheEndIsAnError() throws {
    struct Pair: Decodable {
      init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        _ = try container.decode(Int.self)
        _ = try container.decode(Int.self)
      }
    }
    let json: JSONValue = ["pairs": [[1, 2], [3]]]
    let error = #expect(throws: DecodingError.self) { try json.decode([String: [Pair]].self) }
    #expect(error?.sentence == "pairs[1][1]: expected another element, found the end")
  }

  @Test func readsMembersOfAnyKey() throws {
    struct AnyKey: CodingKey {
      var stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }
    struct Keys: Decodable {
      var keys: [String]
      init(from decoder: any Decoder) throws {
        keys = try decoder.container(keyedBy: AnyKey.self).allKeys.map(\.stringValue)
      }
    }
    #expect(try JSONValue.object(["z": 1, "a": 2]).decode(Keys.self).keys == ["z", "a"])
  }
}
