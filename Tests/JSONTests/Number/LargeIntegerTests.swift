import Testing

@testable import JSON

/// Integers that a double does not hold exactly, as strings of their digits.
struct LargeIntegerTests {
  @Test(
    arguments: [
      (9_007_199_254_740_991, "9007199254740991"), (9_007_199_254_740_992, #""9007199254740992""#),
      (-9_007_199_254_740_991, "-9007199254740991"),
      (-9_007_199_254_740_992, #""-9007199254740992""#),
      (.max, #""9223372036854775807""#), (.min, #""-9223372036854775808""#), (0, "0"),
    ] as [(Int64, String)]
  )
  func areWrittenAsStrings(integer: Int64, text: String) {
    var writer = JSONWriter(quotingLargeIntegers: true)
    writer.write(.integer(integer))
    #expect(writer.text == text)
  }

  @Test func areWrittenAsNumbersElse() {
    #expect(JSONValue.integer(.max).description == "9223372036854775807")
  }

  @Test(arguments: [Int64.max, .min, 1 << 53, -(1 << 53)])
  func areRead(integer: Int64) throws {
    #expect(try Int64(json: .string("\(integer)")) == integer)
  }

  @Test(
    arguments: [
      "9007199254740991", "5", "", "+9007199254740993", " 9007199254740993", "9007199254740993.0",
      "9.007199254740993e15", "9223372036854775808", "09007199254740993",
    ])
  func othersAreRefused(text: String) {
    #expect(throws: JSONConversionError.self) { try Int64(json: .string(text)) }
  }

  @Test func mustFitTheType() {
    #expect(throws: JSONConversionError.self) { try Int32(json: "9007199254740993") }
    #expect(throws: JSONConversionError.self) { try UInt64(json: "-9007199254740993") }
  }
}
