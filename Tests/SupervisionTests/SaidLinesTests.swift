#if os(Linux) && !MAIN_QUEUE
  import OperatingSystem
  import Testing

  @testable import Supervision

  /// What an executable says that a session cannot go on with.
  @Suite struct SaidLinesTests {
    private func lines(_ texts: String...) -> SaidLines { SaidLines(texts.map { Array($0.utf8) }) }

    @Test func theFirstLineThatDiffersIsShown() {
      #expect(lines("a", "b").difference(from: Array("a\nb\n".utf8)) == nil)
      #expect(
        lines("a", "b", "c").difference(from: Array("a\nx\ny\n".utf8)) == "expected b, found x")
      #expect(lines("a").difference(from: []) == "expected a, found nothing")
      #expect(lines().difference(from: Array("a\n".utf8)) == "expected nothing, found a")
    }

    @Test func aLongLineIsShownAroundWhatDiffers() throws {
      let (start, end) = (String(repeating: "s", count: 100), String(repeating: "e", count: 200))
      let words = try #require(
        lines("\(start)1\(end)").difference(from: Array("\(start)2\(end)\n".utf8)))
      let (before, after) = (start.prefix(60), end.prefix(59))
      #expect(words == "expected …\(before)1\(after)…, found …\(before)2\(after)…")
    }

    @Test(arguments: [("", "\n"), ("Content-Length: 1\r\n\r\n", "")])
    func theyAreFoundInTheOutput(head: String, end: String) throws {
      let journal = try Journal()
      for text in ["a", "b", "c", "d"] {
        try journal.output.writeAll("\(head)\(text)\(end)", as: "output")
      }
      let said = SaidLines(of: journal, from: 0, after: 2, count: 4)
      #expect(said?.lines == ["b", "c"].map { Array($0.utf8) })
      #expect(SaidLines(of: journal, from: 0, after: 6, count: 4) == nil)
    }
  }
#endif
