import Testing

@testable import JSON

/// RFC 8785, the JSON Canonicalization Scheme.
struct CanonicalTests {
  private func canonical(_ text: String) throws -> String {
    String(decoding: try JSONValue(parsing: text).canonical(), as: UTF8.self)
  }

  /// The example of sections 3.2.2 to 3.2.4.
  @Test func theExampleOfTheRFC() throws {
    let text = #"""
      {
        "numbers": [333333333.33333329, 1E30, 4.50,
                    2e-3, 0.000000000000000000000000001],
        "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
        "literals": [null, true, false]
      }
      """#
    let expected =
      #"{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"#
      + #""string":"€$\u000f\nA'B\"\\\\\"/"}"#
    #expect(try canonical(text) == expected)
  }

  /// The example of section 3.2.3: keys are ordered by UTF-16 code units, in which the surrogates
  /// of an emoji come before U+FB33.
  @Test func keysAreOrderedByUTF16() throws {
    let text = #"""
      {
        "\u20ac": "Euro Sign",
        "\r": "Carriage Return",
        "\ufb33": "Hebrew Letter Dalet With Dagesh",
        "1": "One",
        "\ud83d\ude00": "Emoji: Grinning Face",
        "\u0080": "Control",
        "\u00f6": "Latin Small Letter O With Diaeresis"
      }
      """#
    let value = try JSONValue(parsing: try JSONValue(parsing: text).canonical())
    #expect(
      value.objectValue?.map(\.value.stringValue) == [
        "Carriage Return", "One", "Control", "Latin Small Letter O With Diaeresis", "Euro Sign",
        "Emoji: Grinning Face", "Hebrew Letter Dalet With Dagesh",
      ]
    )
  }

  @Test func theValueKeepsItsOrder() throws {
    let value = try JSONValue(parsing: #"{"b":"two","a":["one"],"c":{}}"#)
    #expect(value.canonical() == Array(#"{"a":["one"],"b":"two","c":{}}"#.utf8))
    #expect(value.serialized() == Array(#"{"b":"two","a":["one"],"c":{}}"#.utf8))
  }

  /// Of each length in UTF-8 the first and the last character, and those beside the surrogates;
  /// one, two and more of them.
  @Test func allTextsAreOrderedByUTF16() throws {
    let characters = [
      "\u{0}", "\u{7F}", "\u{80}", "\u{7FF}", "\u{800}", "\u{D7FF}", "\u{E000}", "\u{EFFF}",
      "\u{F000}", "\u{FFFF}", "\u{10000}", "\u{1F600}", "\u{10FFFF}",
    ]
    let pairs = characters.flatMap { first in characters.map { first + $0 } }
    let longer = pairs.flatMap { ["abcdefg" + $0, "abcdefgh" + $0] }
    let texts = [""] + characters + pairs + longer
    for left in texts {
      let differing = texts.filter {
        left.precedesInUTF16($0) != left.utf16.lexicographicallyPrecedes($0.utf16)
      }
      #expect(differing.isEmpty, "\(Array(left.utf16))")
    }
    var object: JSONObject = [:]
    for text in texts.shuffled() { object[text] = .null }
    let ordered = JSONObject(sorting: object.members).keys
    let expected = texts.sorted { $0.utf16.lexicographicallyPrecedes($1.utf16) }
    #expect(ordered.map { Array($0.utf16) } == expected.map { Array($0.utf16) })
  }

  @Test(arguments: [
    ("[]", "[]"), ("{}", "{}"), (" [ 1.0 , -0 ] ", "[1,0]"),
    (#"{"b":{"d":1,"c":2},"a":[{"z":1,"y":2}]}"#, #"{"a":[{"y":2,"z":1}],"b":{"c":2,"d":1}}"#),
    (#"{"aa":1,"a":2,"":3,"A":4}"#, #"{"":3,"A":4,"a":2,"aa":1}"#),
    ("9007199254740993", "9007199254740992"), ("9223372036854775807", "9223372036854776000"),
  ])
  func ordersAndRounds(text: String, expected: String) throws {
    #expect(try canonical(text) == expected)
  }
}
