#if os(Linux) && !MAIN_QUEUE
  import OperatingSystem
  import TestSupport
  import Testing

  /// A session that another executable is to go on with.
  @Suite(.waitsForProcesses) nonisolated struct ResumeTests {
    /// Whether its own frontend was the last one, or others have followed: the first turn that differs is named.
    @Test(arguments: 0...2)
    func theRefusalNamesTheFirstTurnThatDiffers(resumes: Int) throws {
      let folder = try TemporaryFolder()
      let journal = folder.path("journal")
      let create = { (id: Int, name: String) in
        #"{"jsonrpc":"2.0","id":\#(id),"method":"viewModel/create","params":{"name":"\#(name)"}}"#
      }
      let lines = [Line.ping(1), create(2, "example.crash"), create(3, "counter")]
      let session = try HostProcess.run(
        "example-host", ["--journal", journal], input: lines.map { "\($0)\n" }.joined())
      #expect(session.lines.count == 3 && session.end == .status(0))
      for _ in 0..<resumes {
        #expect(
          try HostProcess.run("example-host", ["--resume", journal], input: "").end == .status(0))
      }

      let other = try CommandRun("viewmodel-host", ["--resume", journal])
      let start = """
        viewmodel-host: the session cannot be restored: turn 2: it says something else: \
        expected {"jsonrpc":"2.0","id":2,"result":{"id":"example.crash-1","revision":0,"state":{}}}, \
        found {"jsonrpc":"2.0","id":2,"error":{"code":-32001,"message":"viewmodel-host has no ViewModel
        """
      #expect(other.errors.hasPrefix(start), "\(other.errors)")
      #expect(other.errors.hasSuffix("; the journal is of another executable\n"))
      #expect(other.output == "" && other.end == .status(65))
    }
  }
#endif
