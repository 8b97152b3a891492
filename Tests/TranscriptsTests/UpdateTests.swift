import TestSupport
import Testing
import Transcripts

/// Rewriting a transcript with what the host says.
@Suite struct UpdateTests {
  static let host: [String: [String]] = ["a": [#"{"id":1,"now":3}"#], "b": ["x", "y"]]

  @Test(
    arguments: [
      // Nothing to do: every byte stays.
      ("# c\r\n--> a\n<-- { \"id\": 1, \"now\": 3 }\n\n--> b\n<-- x\n# c\n<-- y", nil, 0, 0, 0),
      ("--> a\n<-- {\"id\":1,\"now\":2}\n", "--> a\n<-- {\"id\":1,\"now\":3}\n", 1, 0, 0),
      // New lines follow what they answer, before the comment on what comes next.
      (
        "--> b\n\n# next\n--> a", "--> b\n<-- x\n<-- y\n\n# next\n--> a\n<-- {\"id\":1,\"now\":3}",
        0, 3, 0
      ),
      ("--> b\n# c\n<-- y\n", "--> b\n<-- x\n# c\n<-- y\n", 0, 1, 0),
      ("--> b\n# c\n<-- x\n# d\n", "--> b\n# c\n<-- x\n<-- y\n# d\n", 0, 1, 0),
      ("--> none\n<-- x\n# c\n<-- y\n--> b", "--> none\n# c\n--> b\n<-- x\n<-- y", 0, 2, 2),
      ("<-- x\n--> none", "--> none", 0, 0, 1),
    ] as [(String, String?, Int, Int, Int)])
  func onlyTheAnswersChange(
    text: String, updated: String?, replaced: Int, added: Int, removed: Int
  ) throws {
    let (transcript, changes) = Replay(of: try Transcript(text), over: ScriptedHost(Self.host))
      .updated
    #expect(transcript.text == updated ?? text)
    #expect(changes.replaced == replaced)
    #expect(changes.added == added)
    #expect(changes.removed == removed)
    #expect(changes.isEmpty == (updated == nil))
  }

  /// Whatever was expected: the updated transcript is as expected, and its other lines are those of
  /// the old one.
  @Test func anUpdateMakesItPass() throws {
    for seed in 0..<50 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let pieces = [
        "--> a", "--> b", "--> none", "<-- x", "<-- y", "<-- {\"id\":1,\"now\":2}", "# c", "",
        "<-- {\"id\":1,\"now\":3}",
      ]
      let text = (0..<12).map { _ in pieces.randomElement(using: &random) ?? "" }
        .joined(separator: "\n")
      let rest = HostAnswer(lines: ["rest"])
      let first = Replay(of: try Transcript(text), over: ScriptedHost(Self.host, rest: rest))
      let updated = try Transcript(first.updated.transcript.text)
      #expect(
        Replay(of: updated, over: ScriptedHost(Self.host, rest: rest)).isAsExpected, "\(text)")
      let others = { (transcript: Transcript) in
        transcript.lines.filter { $0.kind != .expected }.map(\.text)
      }
      #expect(others(updated) == others(try Transcript(text)), "\(text)")
    }
  }
}
