import JSON
import Testing

@testable import CodeGeneration

struct ProseTests {
  @Test(arguments: [
    ("one two three", 8, ["one two", "three"]), ("one two", 7, ["one two"]),
    ("unbreakable", 5, ["unbreakable"]), ("a\n\nb", 5, ["a", "", "b"]),
    // What follows stands below the words, and two spaces behind a sentence stay two.
    ("  one two three", 9, ["  one two", "  three"]),
    ("One.  Two. Three", 10, ["One.  Two.", "Three"]),
  ])
  func linesAreBrokenBetweenWords(text: String, width: Int, lines: [String]) {
    #expect(Prose.lines(text, width: width) == lines)
  }

  @Test func jsonIsBrokenBetweenTokensAndStaysTheSame() throws {
    let json: JSONValue = ["a,b": ["[", "{,", "\\\""], "c": [1, [2, 3]], "d": ["e": nil]]
    for width in 1...60 {
      let lines = Prose.lines(json, width: width)
      #expect(lines.joined() == json.description)
      #expect(try JSONValue(parsing: lines.joined(separator: "\n")) == json)
      // No token is longer than 20.
      #expect(lines.allSatisfy { $0.count <= max(width, 20) })
    }
  }

  @Test(arguments: [("It is.", "It is"), ("a\nb", "a b")])
  func aClauseStandsInASentence(text: String, clause: String) {
    #expect(Prose.clause(text) == clause)
  }

  @Test func aTextForACommentHasNoOtherEndsOfLinesThanLineFeeds() {
    #expect(Prose.plain("a\r\nb\u{2028}c\u{0}\td") == "a\nb\nc\u{FFFD}\td")
    #expect(Prose.shown("a\r\nb\u{85}c") == "a b c")
  }

  @Test func whatSomeLanguagesTakeForTheEndOfALineIsEscapedInJSON() {
    #expect(Prose.json(.string("\u{2028}\u{7F}é\n")) == #""\u2028\u007fé\n""#)
  }
}
