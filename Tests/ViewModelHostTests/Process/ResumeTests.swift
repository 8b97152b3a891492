#if os(Linux) && !MAIN_QUEUE
  import OperatingSystem
  import TestSupport
  import Testing

  /// A session that another executable is to continue.
  @Suite(.waitsForProcesses) nonisolated struct ResumeTests {
    /// Whether its own frontend was the last one, or others have followed: the first turn that
    /// differs is named.
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

    /// The record with which the last frontend began, which stands behind those of the two turns.
    @Test func whatCannotBeTakenUpIsBadData() throws {
      let folder = try TemporaryFolder()
      let journal = folder.path("journal")
      for option in ["--journal", "--resume"] {
        let run = try CommandRun(
          "viewmodel-host", [option, journal], input: "\(Line.ping(1))\n\(Line.ping(2))\n")
        #expect(run.end == .status(0))
      }
      let script =
        "printf 12345678 | dd of='\(journal)/records' bs=8 seek=17 conv=notrunc 2>/dev/null"
      let run = try CommandRun("viewmodel-host", ["--resume", journal], after: script)
      #expect(
        run.errors == """
          viewmodel-host: --resume \(journal): the journal is damaged: a frontend has no beginning

          """)
      #expect(run.output == "" && run.end == .status(65))
    }

    /// Nothing has come since `host/resumed` but the input that is taken back.
    @Test(arguments: [
      (#"session/undo"#, ""), (#"session/rewind"#, #","params":{"turn":2}"#),
    ])
    func theFirstInputCanBeTakenBack(method: String, params: String) throws {
      let folder = try TemporaryFolder()
      let journal = folder.path("journal")
      let session = try HostProcess.run(
        "viewmodel-host", ["--journal", journal], input: "\(Line.createCounter)\n\(Line.plus)\n")
      #expect(session.end == .status(0))
      let back = #"{"jsonrpc":"2.0","id":7,"method":"\#(method)"\#(params)}"#
      let resumed = try HostProcess.run(
        "viewmodel-host", ["--resume", journal],
        input: [Line.plus, back, Self.redo].map { "\($0)\n" }.joined())
      #expect(resumed.end == .status(0))
      let expected = [
        #""method":"host/resumed","params":{"turn":2,"#,
        #""revision":2,"patch":[{"op":"replace","path":"/count","value":2}"#,
        #""revision":3,"patch":[{"op":"replace","path":"","value":{"count":1,"isEven":false}}]"#,
        #""id":7,"result":{"turn":2}}"#,
        #""revision":4,"patch":[{"op":"replace","path":"","value":{"count":2,"isEven":true}}]"#,
        #""id":8,"result":{"turn":3}}"#,
      ]
      #expect(resumed.lines.count == expected.count, "\(resumed.lines)")
      for (line, part) in zip(resumed.lines, expected) { #expect(line.contains(part), "\(line)") }
    }

    /// The first line has the input and the instance, so that the session goes back to its
    /// beginning.
    @Test func theFirstLineOfAllCanBeTakenBack() throws {
      let undo = #"{"jsonrpc":"2.0","id":7,"method":"session/undo"}"#
      let run = try HostProcess.run(
        "viewmodel-host", ["--supervised"],
        input: ["[\(Line.createCounter),\(Line.plus)]", undo, Self.redo].map { "\($0)\n" }.joined())
      #expect(run.end == .status(0))
      let expected = [
        #""id":1,"result":{"id":"c","revision":0,"state":{"count":1,"#,
        #""method":"viewModel/closed","params":{"id":"c","#,
        #""id":7,"result":{"turn":0}}"#,
        #""id":8,"result":{"turn":1,"opened":[{"id":"c","#,
      ]
      #expect(run.lines.count == expected.count, "\(run.lines)")
      for (line, part) in zip(run.lines, expected) { #expect(line.contains(part), "\(line)") }
    }

    private static let redo = #"{"jsonrpc":"2.0","id":8,"method":"session/redo"}"#

    /// A host that failed, or that received no message, leaves the files of a journal.
    @Test(arguments: [
      "cd JOURNAL; touch state records input output", "HOST --journal JOURNAL < /dev/null",
    ])
    func aFolderInWhichNothingWasRecordedIsTaken(script: String) throws {
      let (folder, journal) = try folder(after: script)
      let run = try CommandRun(
        "viewmodel-host", ["--journal", journal], input: "\(Line.createCounter)\n")
      #expect(run.errors == "" && run.end == .status(0))
      let resumed = try CommandRun("viewmodel-host", ["--resume", journal])
      #expect(resumed.output.contains(#"{"turn":1,"opened":[{"id":"c""#), "\(resumed.output)")
      withExtendedLifetime(folder) {}
    }

    @Test(arguments: [
      "echo '\(Line.ping(1))' | HOST --journal JOURNAL > /dev/null", "touch JOURNAL/state",
      "cd JOURNAL; touch state records input output; echo a > state",
      "cd JOURNAL; touch state records input output other",
    ])
    func aFolderInWhichSomethingLiesStaysAsItIs(script: String) throws {
      let (folder, journal) = try folder(after: script)
      let names = Files.names(inFolder: journal)
      let state = try folder.text("journal/state")
      let run = try CommandRun("viewmodel-host", ["--journal", journal])
      #expect(run.errors.contains("--journal \(journal): is not an empty folder; --resume"))
      #expect(run.output == "" && run.end == .status(64))
      #expect(Files.names(inFolder: journal) == names)
      #expect(try folder.text("journal/state") == state)
    }

    /// A folder with one for a journal, in which a script has done something.
    private func folder(after script: String) throws -> (TemporaryFolder, journal: String) {
      let folder = try TemporaryFolder()
      let journal = folder.path("journal")
      try Files.makeFolder(journal)
      let host = HostProcess.path("viewmodel-host")
      let script = script.replacing("HOST", with: "'\(host)'")
        .replacing("JOURNAL", with: "'\(journal)'")
      let run = try CommandRun("viewmodel-host", ["list"], after: "(\(script))")
      #expect(run.errors == "" && run.end == .status(0))
      return (folder, journal)
    }

    /// The records are cut off, or written over, behind the third of four turns; or the last line
    /// that came is.
    @Test(arguments: ["records", "head", "input", ""])
    func whatIsLostIsSaid(damage: String) throws {
      let folder = try TemporaryFolder()
      let journal = folder.path("journal")
      let lines = [Line.createCounter] + Array(repeating: Line.plus, count: 3)
      let session = try CommandRun(
        "viewmodel-host", ["--journal", journal], input: lines.map { "\($0)\n" }.joined())
      #expect(session.end == .status(0))
      // Each turn has 64 bytes: what it came from has 24, what it came to 40.
      let script =
        switch damage {
        case "records": "truncate -s 200 '\(journal)/records'"
        case "head":
          "printf 12345678 | dd of='\(journal)/records' bs=8 seek=25 conv=notrunc 2>/dev/null"
        case "input": "truncate -s -2 '\(journal)/input'"
        default: ":"
        }
      for options in [["--resume", journal, "--until", "99"], ["--resume", journal]] {
        let run = try CommandRun("viewmodel-host", options, after: script)
        let turn = run.output.split(separator: #"{"turn":"#).dropFirst().first?.prefix { $0 != "," }
        let said =
          "viewmodel-host: --resume \(journal): the journal is damaged: what came after turn \(turn ?? "") is lost\n"
        #expect(run.errors == (damage.isEmpty ? "" : said), "\(run.output)")
        #expect(turn == (damage.isEmpty ? "4" : "3"), "\(run.output)")
        #expect(run.end == .status(0))
      }
    }

    /// An input that was written over is not one that was acknowledged: the turns before it are
    /// there, also when the frontend that sent it was not the last one. What is there then can be
    /// taken up once more, without a word.
    @Test(arguments: [(0, 0), (1, 0), (3, 2), (4, 1)])
    func anInputThatWasWrittenOverIsLost(line: Int, resumes: Int) throws {
      let folder = try TemporaryFolder()
      let journal = folder.path("journal")
      let lines = [Line.createCounter] + Array(repeating: Line.plus, count: 4)
      let session = try HostProcess.run(
        "viewmodel-host", ["--journal", journal], input: lines.map { "\($0)\n" }.joined())
      #expect(session.end == .status(0))
      for _ in 0..<resumes {
        _ = try HostProcess.run("viewmodel-host", ["--resume", journal], input: "")
      }
      let place = lines[..<line].reduce(0) { $0 + $1.utf8.count + 1 } + 30
      let script =
        "printf '!' | dd of='\(journal)/input' bs=1 seek=\(place) conv=notrunc 2>/dev/null"
      let run = try CommandRun("viewmodel-host", ["--resume", journal], after: script)
      #expect(
        run.errors == """
          viewmodel-host: --resume \(journal): the journal is damaged: what came after turn \(line) is lost

          """)
      #expect(run.output.contains(#"{"turn":\#(line),"opened":["#), "\(run.output)")
      let count = #""count":\#(line - 1)"#
      #expect(line == 0 || run.output.contains(count), "\(run.output)")
      #expect(run.end == .status(0))
      let next = try CommandRun("viewmodel-host", ["--resume", journal])
      #expect(next.errors == "" && next.end == .status(0))
      #expect(line == 0 || next.output.contains(count), "\(next.output)")
    }

    /// What was said last is needed where the session has gone back. Wherever it is spoiled, the
    /// sentence says so.
    @Test func whatWasSaidIsDamaged() throws {
      let folder = try TemporaryFolder()
      let journal = folder.path("journal")
      let undo = #"{"jsonrpc":"2.0","id":7,"method":"session/undo"}"#
      let session = try HostProcess.run(
        "viewmodel-host", ["--journal", journal],
        input: [Line.createCounter, Line.plus, Line.plus, undo].map { "\($0)\n" }.joined())
      #expect(session.lines.last?.contains(#""id":7"#) == true && session.end == .status(0))
      for place in [0, 50, 150] {
        let script = """
          rm -rf '\(journal)-2' && cp -r '\(journal)' '\(journal)-2'
          printf '\\377' | dd of='\(journal)-2/output' bs=1 seek=\(place) conv=notrunc 2>/dev/null
          """
        let run = try CommandRun("viewmodel-host", ["--resume", "\(journal)-2"], after: script)
        let start = "viewmodel-host: --resume \(journal)-2: the journal is damaged: "
        #expect(run.errors.hasPrefix(start), "\(place): \(run.errors)")
        #expect(run.output == "" && run.end == .status(65), "\(place)")
      }
    }
  }
#endif
