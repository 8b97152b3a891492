#if os(Linux) && !MAIN_QUEUE
  import OperatingSystem
  import TestSupport
  import Testing

  /// A journal in a folder where there is no more room: no file may become longer than 150 KiB.
  @Suite(.waitsForProcesses) nonisolated struct FullJournalTests {
    /// Which of its files is full first: that of what comes, of what is said, or of the records.
    @Test(arguments: ["input", "output", "records"])
    func theSessionEndsWithASentence(file: String) throws {
      let folder = try TemporaryFolder()
      let journal = folder.path("journal")
      let lines =
        switch file {
        case "input":
          (1...400).map { #"{"method":"\#(String(repeating: "x", count: 1_000))\#($0)"}"# }
        case "output":
          (1...400).map { #"{"jsonrpc":"2.0","id":\#($0),"method":"viewModel/list"}"# }
        default: [String](repeating: #"{"method":"x"}"#, count: 8_000)
        }
      let run = try CommandRun(
        "viewmodel-host", ["--journal", journal], input: lines.map { "\($0)\n" }.joined(),
        after: "ulimit -f 300")
      let sentence = "viewmodel-host: the journal in \(journal) cannot be written: File too large\n"
      #expect(run.errors == sentence)
      #expect(run.end == .status(73))
      let resumed = try HostProcess.run("viewmodel-host", ["--resume", journal], input: "")
      #expect(resumed.lines.first?.contains("host/resumed") == true, "\(resumed.lines)")
      #expect(resumed.end == .status(0))
    }

    /// There is not even room for an empty one. When there is again, the folder can be given once
    /// more.
    @Test func itDoesNotBegin() throws {
      let folder = try TemporaryFolder()
      let run = try CommandRun(
        "viewmodel-host", ["--journal", folder.path("journal")], input: Line.ping(1),
        after: "ulimit -f 2")
      #expect(run.errors == "viewmodel-host: --journal \(folder.path("journal")): File too large\n")
      #expect(run.output == "" && run.end == .status(73))
      let next = try HostProcess.run(
        "viewmodel-host", ["--journal", folder.path("journal")], input: "\(Line.ping(1))\n")
      #expect(next.lines == [Line.pong(1)] && next.end == .status(0))
    }
  }
#endif
