import Foundation
import JSON
import Testing

/// Encoding: Foundation's `JSONEncoder` says what is right, where it agrees with this module's
/// rules.
struct EncodingTests {
  private func expectAsFoundation(
    _ value: some Encodable,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let encoder = JSONEncoder()
    let expected = try JSONValue(parsing: Array(encoder.encode(value)))
    let encoded = try JSONValue(encoding: value)
    #expect(encoded == expected, sourceLocation: sourceLocation)
    var writer = JSONWriter()
    try writer.write(encoding: value)
    #expect(writer.withBytes { Array($0) } == encoded.serialized(), sourceLocation: sourceLocation)
  }

  @Test func agreesWithFoundation() throws {
    try expectAsFoundation(CodableSamples.Scalars())
    try expectAsFoundation(CodableSamples.Collections())
    try expectAsFoundation(CodableSamples.Dog())
    try expectAsFoundation(CodableSamples.Manual())
    try expectAsFoundation([CodableSamples.Manual(), CodableSamples.Manual()])
    try expectAsFoundation(["a": [1.5, -2]])
    try expectAsFoundation(1)
    try expectAsFoundation("text")
    try expectAsFoundation([String]())
    try expectAsFoundation(Int?.none)
    try expectAsFoundation([1: "a"])
  }

  @Test func membersKeepTheOrderOfTheType() throws {
    let text = try JSONValue(encoding: CodableSamples.Scalars()).description
    #expect(
      text == #"{"bool":true,"int":-1,"int8":-128,"int16":32767,"int32":-2147483648,"#
        + #""int64":9223372036854775807,"uint":7,"uint8":255,"uint16":65535,"uint32":4294967295,"#
        + #""uint64":9223372036854775807,"double":0.1,"float":0.1,"string":"é😀\n","some":3}"#
    )
    let manual = try JSONValue(encoding: CodableSamples.Manual()).description
    #expect(
      manual == #"{"point":{"x":1,"first":2},"list":[2,[3],{"x":1},null],"later":1,"null":null}"#
    )
  }

  @Test func unorderedCollectionsAreSorted() throws {
    let names = Dictionary(uniqueKeysWithValues: (0..<50).map { ("\($0)", $0) })
    let keys = try JSONValue(encoding: names).objectValue.map { Array($0.keys) }
    #expect(keys == names.keys.sorted())
    #expect(try JSONValue(encoding: Set(0..<50)) == .array((0..<50).map { .integer($0) }))
    #expect(try JSONValue(encoding: ["s": Set(["b", "a", "c"])]) == ["s": ["a", "b", "c"]])
    #expect(
      try JSONValue(encoding: [2.5: "b", 1.5: "a", 10: "c"]) == [1.5, "a", 2.5, "b", 10, "c"]
    )
  }

  @Test func aDictionaryOfTextsIsAnObjectWhoseMembersAreFound() throws {
    let squares = Dictionary(uniqueKeysWithValues: (0..<40).map { ("n\($0)", [$0 * $0]) })
    let object = try #require(try JSONValue(encoding: ["squares": squares])["squares"]?.objectValue)
    for number in 0..<40 { #expect(object["n\(number)"] == [.integer(Int64(number * number))]) }
    #expect(object.count == 40)
    #expect(try JSONValue(encoding: [String: Int]()) == [:])
  }

  @Test func anErrorInADictionaryNamesItsKey() {
    let error = #expect(throws: EncodingError.self) {
      try JSONValue(encoding: [["a": [1.0], "b": [2, .infinity]]])
    }
    guard case .invalidValue(_, let context) = error else { return #expect(Bool(false)) }
    #expect(context.codingPath.map(\.stringValue) == ["Index 0", "b", "Index 1"])
  }

  @Test func whatEncodesNothingIsAnEmptyObject() throws {
    struct Nothing: Encodable { func encode(to encoder: any Encoder) {} }
    #expect(try JSONValue(encoding: Nothing()) == [:])
    #expect(try JSONValue(encoding: [Nothing(), Nothing()]) == [[:], [:]])
  }

  @Test func aKeyThatIsEncodedTwiceHasTheLastValue() throws {
    struct Twice: Encodable {
      enum Keys: String, CodingKey { case a, b }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        var nested = container.nestedUnkeyedContainer(forKey: .a)
        try nested.encode(1)
        try container.encode(2, forKey: .b)
        try container.encode(3, forKey: .a)
      }
    }
    #expect(try JSONValue(encoding: Twice()).description == #"{"a":3,"b":2}"#)
  }

  @Test func jsonStandsForItself() throws {
    struct Holder: Codable, Equatable {
      var value: JSONValue
      var object: JSONObject
      var list: [JSONValue]
    }
    let holder = Holder(
      value: [1, "a", ["b": nil]],
      object: ["z": 1, "a": 2.5],
      list: [true, .double(0.5)]
    )
    let json = try JSONValue(encoding: holder)
    #expect(
      json == ["value": [1, "a", ["b": nil]], "object": ["z": 1, "a": 2.5], "list": [true, 0.5]]
    )
    #expect(try json.decode(Holder.self) == holder)
    let data = try JSONEncoder().encode(holder)
    #expect(try JSONValue(parsing: Array(data)) == json)
    #expect(try JSONDecoder().decode(Holder.self, from: data) == holder)
  }

  @Test func errorsSayWhere() {
    struct Row: Encodable { var prices: [Double] }
    struct Big: Encodable { var number: UInt64 }
    struct Deep: Encodable { var rows: [String: [Row]] }
    struct Width: Encodable { var width: Float }
    func sentence(_ value: some Encodable) -> String? {
      let error = #expect(throws: EncodingError.self) { try JSONValue(encoding: value) }
      return error?.sentence
    }
    #expect(sentence(Double.infinity) == "inf has no form in JSON")
    #expect(sentence([[1], [], [1, 2, .nan]]) == "[2][2]: nan has no form in JSON")
    #expect(sentence(["a": [[1], [.nan]]]) == "a[1][0]: nan has no form in JSON")
    #expect(sentence(Row(prices: [1, .nan])) == "prices[1]: nan has no form in JSON")
    #expect(
      sentence(Deep(rows: ["a": [Row(prices: [1]), Row(prices: [-.infinity])]]))
        == "rows.a[1].prices[0]: -inf has no form in JSON"
    )
    #expect(
      sentence(Big(number: 1 << 63))
        == "number: 9223372036854775808 is outside of the range of exact integers (Int64)"
    )
    #expect(sentence([Int128.max])?.hasPrefix("[0]: ") == true)
    #expect(sentence(Width(width: .nan)) == "width: nan has no form in JSON")
    #expect(
      sentence(["a": JSONValue.array([1, ["b": .double(.infinity)]])])
        == "a: inf has no form in JSON")
  }

  /// An error of the type's own comes through as it is.
  @Test func foreignErrorsPass() {
    struct Failure: Error {}
    struct Failing: Encodable { func encode(to encoder: any Encoder) throws { throw Failure() } }
    #expect(throws: Failure.self) { try JSONValue(encoding: ["a": [Failing()]]) }
  }

  @Test func codingPathsAreKnownToTypes() throws {
    struct Path: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(encoder.codingPath.map(\.stringValue))
      }
    }
    let json = try JSONValue(encoding: ["a": [[Path()]]])
    #expect(json == ["a": [[["a", "Index 0", "Index 0"]]]])
  }
}
