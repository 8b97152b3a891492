import JSON
import Testing

/// Errors say where, and what was expected and found.
struct JSONParseErrorTests {
  @Test(arguments: [
    ("", 0, 1, 1, "expected a value, found the end of the text"),
    ("[1, 2,]", 6, 1, 7, "expected a value, found ']'"),
    ("[1 2]", 3, 1, 4, "expected ',' or ']', found '2'"),
    ("{\"a\":1 2}", 7, 1, 8, "expected ',' or '}', found '2'"),
    ("{1:2}", 1, 1, 2, "expected a key in double quotes or '}', found '1'"),
    ("{\"a\":1,}", 7, 1, 8, "expected a key in double quotes, found '}'"),
    ("{\"a\"}", 4, 1, 5, "expected ':', found '}'"),
    ("[1]\n\n x", 6, 3, 2, "expected the end of the text, found 'x'"),
    ("[\n  nul\n]", 4, 2, 3, "expected 'null', found 'n'"),
    ("01", 1, 1, 2, "expected no digit after a leading zero, found '1'"),
    ("-", 1, 1, 2, "expected a digit, found the end of the text"),
    ("[1.x]", 3, 1, 4, "expected a digit, found 'x'"),
    ("[1, 1e400]", 4, 1, 5, "expected a number within the range of a double, found a larger one"),
    ("\"abc", 4, 1, 5, "expected '\"' at the end of a string, found the end of the text"),
    (
      "\"a\nb\"", 2, 1, 3,
      "expected control characters in a string to be escaped, found a line break"
    ),
    (
      "\"é\u{1}\"", 3, 1, 4,
      "expected control characters in a string to be escaped, found byte 0x01"
    ),
    (#""\q""#, 2, 1, 3, #"expected one of "\/bfnrtu after '\', found 'q'"#),
    (#""\u12 4""#, 5, 1, 6, "expected a hexadecimal digit, found a space"),
    (#""a\uD800""#, 2, 1, 3, "expected the escape of a low surrogate after that of a high one"),
    (#""\uDC00""#, 1, 1, 2, "expected a high surrogate before the escape of a low one"),
    ("\u{FEFF}1", 0, 1, 1, "expected a value, found a byte order mark"),
    ("[\u{0}]", 1, 1, 2, "expected a value, found byte 0x00"),
  ])
  func sayWhereAndWhy(text: String, offset: Int, line: Int, column: Int, reason: String) {
    let error = #expect(throws: JSONParseError.self) { try JSONValue(parsing: text) }
    #expect(error?.reason == reason)
    #expect(error?.offset == offset)
    #expect(error?.line == line)
    #expect(error?.column == column)
    #expect(error?.description == "\(reason) at line \(line), column \(column) (byte \(offset))")
  }

  @Test func sayWhichByteIsNotUTF8() {
    let text = Array("[\"a long enough text \u{e9}".utf8) + [0xFF, 0x22, 0x5D]
    let error = #expect(throws: JSONParseError.self) { try JSONValue(parsing: text) }
    #expect(error?.offset == text.count - 3)
    #expect(error?.reason == "expected valid UTF-8, found byte 0xff")
  }
}
