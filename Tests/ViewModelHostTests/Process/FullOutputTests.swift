import OperatingSystem
import TestSupport
import Testing

/// Standard output that is no pipe: a device or a file that finds no room, and one that is appended
/// to.
@Suite(.waitsForProcesses) nonisolated struct FullOutputTests {
  #if os(Linux) && !MAIN_QUEUE
    private static let options = [[], ["--supervised"]]

    private static let sentence =
      "viewmodel-host: standard output cannot be written: No space left on device\n"

    @Test(arguments: options)
    func aFullDeviceIsTheEnd(options: [String]) throws {
      let run = try CommandRun(
        "viewmodel-host", options, input: "\(Line.ping(1))\n", after: "exec >/dev/full")
      #expect(run.errors == Self.sentence)
      #expect(run.end == .status(73))
    }

    @Test func aFileOverItsLimitIsTheEnd() throws {
      let folder = try TemporaryFolder()
      let path = folder.path("out")
      let input = String(repeating: "\(Line.ping(1))\n", count: 1000)
      let run = try CommandRun(
        "viewmodel-host", [], input: input, after: "ulimit -f 8; exec >'\(path)'")
      #expect(
        run.errors == "viewmodel-host: standard output cannot be written: File too large\n")
      #expect(run.end == .status(73))
      #expect(try folder.text("out").hasPrefix("\(Line.pong(1))\n\(Line.pong(1))\n"))
    }

    /// There is no room for a journal in memory either, be it for its state, or for its first
    /// record.
    @Test(arguments: [1, 16])
    func aJournalOverTheLimitDoesNotBegin(limit: Int) throws {
      let run = try CommandRun(
        "viewmodel-host", ["--supervised"], input: "\(Line.ping(1))\n", after: "ulimit -f \(limit)")
      #expect(run.errors == "viewmodel-host: the journal cannot be written: File too large\n")
      #expect(run.output == "" && run.end == .status(73))
    }

    @Test(arguments: options)
    func aFileIsAppendedTo(options: [String]) throws {
      let folder = try TemporaryFolder()
      let path = try folder.file("out", "before\n")
      let input = (1...1000).map { "\(Line.ping($0))\n" }.joined()
      let run = try CommandRun(
        "viewmodel-host", options, input: input, after: "exec >>'\(path)'")
      #expect(run.errors == "" && run.end == .status(0))
      let answers = (1...1000).map { "\(Line.pong($0))\n" }.joined()
      #expect(try folder.text("out") == "before\n\(answers)")
    }
  #endif
}
