#if os(Linux) && !MAIN_QUEUE
  import OperatingSystem
  import TestSupport
  import Testing

  /// `play` at a terminal.
  @Suite(.waitsForProcesses) nonisolated struct TerminalPlayTests {
    /// What the host writes to the terminal stands above the line that the user types, which is
    /// drawn again.
    @Test func aRefusedExecutableDoesNotBreakTheLine() throws {
      let folder = try TemporaryFolder()
      let program = folder.path("host")
      try run("cp", HostProcess.path("viewmodel-host"), program)
      let terminal = try PseudoTerminal()
      let play = try terminal.start(program, ["play", "counter", "--watch"])
      _ = terminal.read(upTo: "isEven")
      terminal.type("plusBu")
      _ = terminal.read(upTo: "> plusBu")

      try run("mv", try folder.file("other", "this is no program"), program)
      let refusal = "does not take over: it cannot be started: Permission denied"
      let shown = terminal.read(upTo: refusal) + terminal.read(upTo: "> plusBu")
      #expect(shown.contains("\r\u{1B}[K\(program): the new executable \(refusal)\r\n"), "\(shown)")

      terminal.type("ttonDidTap\r")
      _ = terminal.read(upTo: "plusButtonDidTap: done")
      terminal.type("quit\r")
      #expect(play.wait() == .status(0))
    }

    private func run(_ program: String, _ arguments: String...) throws {
      let child = try ChildProcess("/usr/bin/env", [program] + arguments)
      try #require(child.wait() == .status(0))
    }
  }
#endif
