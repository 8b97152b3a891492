#if os(Linux) && !MAIN_QUEUE
  import OperatingSystem
  import Testing

  @testable import Supervision

  /// What an executable says that cannot continue a session.
  @Suite struct OutputLinesTests {
    private func lines(_ texts: String...) -> OutputLines {
      OutputLines(texts.map { Array($0.utf8) })
    }

    @Test func theFirstLineThatDiffersIsShown() {
      #expect(lines("a", "b").difference(from: Array("a\nb\n".utf8)) == nil)
      #expect(
        lines("a", "b", "c").difference(from: Array("a\nx\ny\n".utf8)) == "expected b, found x")
      #expect(lines("a").difference(from: []) == "expected a, found nothing")
      #expect(lines().difference(from: Array("a\n".utf8)) == "expected nothing, found a")
    }

    @Test func whatIsForPeopleIsNoDifference() {
      let initialized = #"{"id":1,"result":{"protocolVersion":"1","host":{"version":"VERSION"}}}"#
      let log = #"{"method":"host/log","params":{"level":"info","message":"m"}}"#
      let (old, new) = (
        initialized.replacing("VERSION", with: "1.0"),
        initialized.replacing("VERSION", with: "1.0.1")
      )
      #expect(lines(old, log, "1").difference(from: Array("\(new)\n1\n\(log)\n".utf8)) == nil)
      #expect(
        lines(old, log, "1").difference(from: Array("\(new)\n2\n".utf8)) == "expected 1, found 2")
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
      var recorded = JournaledLines(of: journal, from: 0)
      #expect(recorded.lines(after: 2, count: 4)?.lines == ["b", "c"].map { Array($0.utf8) })
      #expect(recorded.lines(after: 6, count: 4) == nil)
    }
  }
#endif
