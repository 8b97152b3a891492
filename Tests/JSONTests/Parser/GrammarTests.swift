import JSON
import Testing

/// RFC 8259, rule by rule: what each accepts, and what it does not.
struct GrammarTests {
  @Test(
    arguments: [
      // Section 2: any value may be the text, with whitespace around each token.
      ("null", nil), ("true", true), ("false", false), ("0", 0), ("\"\"", ""), ("[]", []),
      ("{}", [:]),
      (" \t\n\r null \t\n\r ", nil), ("[ ]", []), ("{ }", [:]), ("[ 1 , 2 ]", [1, 2]),
      ("{ \"a\" : 1 , \"b\" : 2 }", ["a": 1, "b": 2]),
      // Sections 4 and 5.
      ("{\"\":{\"\":[]}}", ["": ["": []]]), ("[[[]],{}]", [[[]], [:]]),
      ("[null,true,false]", [nil, true, false]),
      ("{\"a\":1,\"a\":2}", ["a": 2]), ("{\"a\":1,\"b\":2,\"\\u0061\":3}", ["a": 3, "b": 2]),
      // Section 6.
      ("-1", -1), ("10", 10), ("9223372036854775807", .integer(.max)),
      ("-9223372036854775808", .integer(.min)),
      ("9223372036854775808", .double(0x1p63)), ("-9223372036854775809", .double(-0x1p63)),
      ("18446744073709551615", .double(0x1p64)), ("0.5", 0.5), ("-0.5", -0.5), ("1e2", 100),
      ("1E2", 100),
      ("1e+2", 100), ("1e-2", 0.01), ("1.5e3", 1500), ("0e0", 0), ("0.0", 0), ("-0", 0),
      ("-0.0", 0),
      ("100000000000000000000", 1e20), ("1e308", 1e308), ("1e-400", 0), ("-1e-400", 0),
      // Section 7.
      (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
      (#""\u0000\u001f\u007F""#, "\0\u{1F}\u{7F}"),
      (#""\u00e9\u4e2d""#, "é中"), (#""\uD83D\uDE00""#, "😀"), (#""\ud83d\ude00x""#, "😀x"),
      (#""\uFFFF\uDBFF\uDFFF""#, "\u{FFFF}\u{10FFFF}"),
      ("\"\u{7F}é中😀\u{2028}\"", "\u{7F}é中😀\u{2028}"),
      (
        #""a text of more than fifteen bytes\nand another""#,
        "a text of more than fifteen bytes\nand another"
      ),
      ("\"e\u{301}\"", "e\u{301}"), ("\"\u{FEFF}\"", "\u{FEFF}"),
    ] as [(String, JSONValue)]
  )
  func accepts(text: String, value: JSONValue) throws {
    #expect(try JSONValue(parsing: text) == value)
    #expect(try JSONValue(parsing: Array(text.utf8)[...]) == value)
  }

  @Test func rejects() {
    for text in Self.noJSON {
      #expect(throws: JSONParseError.self, "\(text.debugDescription)") {
        try JSONValue(parsing: text)
      }
    }
  }

  private static let noJSON = [
    "", " ", "[", "]", "{", "}", ",", ":", "[1", "[1,", "[1,]", "[,]", "[,1]", "[1 2]", "[1,,2]",
    "[1:2]",
    "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,", "{\"a\":1,}", "{,}", "{1:2}", "{a:1}", "{'a':1}",
    "{\"a\" 1}", "{\"a\":1 \"b\":2}", "{\"a\":1,,\"b\":2}", "{\"a\"::1}", "{\"a\":}", "[}", "{]",
    "[1}",
    "{\"a\":1]", "[]]", "{}}", "1 2", "null null", "nul", "nulll", "Null", "TRUE", "True", "fals",
    "t",
    "undefined", "NaN", "Infinity", "-Infinity", "inf", "nan",
    "01", "00", "-01", "-", "+1", ".5", "1.", "1.e2", "-.5", "1e", "1e+", "1e-", "1e1.5", "1.5.5",
    "--1",
    "0x10", "1_000", "1e1e1", "1a", "0-", "1+", "1e400", "-1e400", "1e309",
    "1e99999999999999999999",
    "\"", "\"a", "\"\\\"", "\"\\", "\"\\x\"", "\"\\u\"", "\"\\u12\"", "\"\\u12G4\"", "\"\\U0041\"",
    "\"\\'\"",
    "\"\\0\"", "\"\n\"", "\"\t\"", "\"\u{0}\"", "\"\u{1F}\"", "'a'", "\"a\"b", "\"\\uD800\"",
    "\"\\uDC00\"",
    "\"\\uD800x\"", "\"\\uD800\\n\"", "\"\\uD800\\uD800\"", "\"\\uD83D\\u0041\"",
    "\"\\uDE00\\uD83D\"",
    "\"\\uD83D\\uDE0\"", "\u{FEFF}1", "\u{A0}1", "1\u{0}", "\u{0}", "// c\n1", "/* c */1", "1;",
    "\u{B}1",
    "1\u{C}", "\u{2028}1",
  ]

  /// Unicode 16, table 3-7: well-formed UTF-8, and what is not.
  @Test(
    arguments: [
      [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC2], [0xC2, 0x20], [0xE0, 0x80, 0x80],
      [0xE0, 0x9F, 0xBF], [0xE1, 0x80], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xEF, 0xBF],
      [0xF0, 0x80, 0x80, 0x80], [0xF0, 0x8F, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80],
      [0xF5, 0x80, 0x80, 0x80],
      [0xFE], [0xFF], [0xF0, 0x9F, 0x98], [0xF8, 0x88, 0x80, 0x80, 0x80],
    ] as [[UInt8]]
  )
  func rejectsIllFormedUTF8(bytes: [UInt8]) {
    for padding in [0, 3, 8, 20] {
      let before = [UInt8](repeating: UInt8(ascii: "x"), count: padding)
      for text in [
        before + bytes, before + bytes + before, [0xC3, 0xA9] + before + bytes + [0x5C, 0x6E],
      ] {
        let quoted = [0x22] + text + [0x22]
        let error = #expect(throws: JSONParseError.self) { try JSONValue(parsing: quoted) }
        #expect(error?.reason.hasPrefix("expected valid UTF-8") == true)
      }
      #expect(throws: JSONParseError.self) { try JSONValue(parsing: before + bytes) }
    }
  }

  /// Keys are equal only if their code units are: é is there composed and decomposed.
  @Test func keepsCanonicallyEquivalentKeysApart() throws {
    let value = try JSONValue(parsing: #"{"\u00e9":1,"e\u0301":2}"#)
    #expect(value.objectValue?.count == 2)
    #expect(value["\u{E9}"] == 1)
    #expect(value["e\u{301}"] == 2)
  }

  /// Of members with the same key the last one's value wins, in the place of the first; in objects
  /// of any size.
  @Test(arguments: [1, 2, 15, 16, 17, 18, 100, 5_000]) func keepsTheLastOfDuplicates(count: Int)
    throws
  {
    let members = (0..<count).map { "\"key \($0)\":\($0)" }
    let again = (0..<count).reversed().map { "\"key \($0)\":\(-$0)" }
    let value = try JSONValue(parsing: "{\((members + again).joined(separator: ","))}")
    #expect(value.objectValue.map { $0.map(\.key) } == (0..<count).map { "key \($0)" })
    #expect(
      value.objectValue?.allSatisfy { $0.key == "key \(-($0.value.integerValue ?? 1))" } == true
    )
  }
}
