import Testing
import Transcripts

/// The file format.
@Suite struct TranscriptTests {
  @Test(arguments: [
    "", "\n", "# a comment", "#\n", "--> {}\n<-- {}\n", "-->\n", "<--", "-->   \n",
    "\n\n--> é e\u{301}\n\n",
    "--> {}\r\n<-- {}\r\n\r\n# c\r\n", "--> --> {}\n", "#--> {}",
  ])
  func theTextIsGivenBackByteForByte(text: String) throws {
    #expect(Array(try Transcript(text).text.utf8) == Array(text.utf8))
  }

  @Test(
    arguments: [
      ("--> {\"a\":1}", .sent, "{\"a\":1}"),
      ("<-- {\"a\":1}", .expected, "{\"a\":1}"),
      // Only one space belongs to the mark.
      ("-->  {} ", .sent, " {} "),
      ("--> {}\r", .sent, "{}"),
      ("--> ", .sent, ""),
      ("-->", .sent, ""),
      ("<--", .expected, ""),
      ("--> # no comment", .sent, "# no comment"),
      ("# a comment", .comment, "# a comment"),
      ("#", .comment, "#"),
      ("", .empty, ""),
      ("\r", .empty, ""),
    ] as [(String, Transcript.Line.Kind, String)])
  func aLineHasAKindAndAContent(
    text: String, kind: Transcript.Line.Kind, content: String
  ) throws {
    let lines = try Transcript(text).lines
    try #require(lines.count == 1)
    #expect(lines[0].kind == kind)
    #expect(Array(lines[0].content.utf8) == Array(content.utf8))
    #expect(lines[0].text == text)
  }

  @Test(arguments: [
    ("{}", 1), ("--> {}\n{}", 2), ("# c\n\n-> {}", 3), ("-->{}", 1), ("<--{}", 1), (" --> {}", 1),
    (" # c", 1), ("--> {}\n<-- {}\n ", 3), ("\u{FEFF}--> {}", 1),
  ])
  func anythingElseIsAnErrorThatNamesTheLine(text: String, line: Int) throws {
    let error = try #require(throws: TranscriptError.self) { try Transcript(text) }
    #expect(error.line == line)
  }
}
