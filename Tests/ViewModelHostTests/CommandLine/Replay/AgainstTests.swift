import TestSupport
import Testing

import LibC

/// `replay --against`, with hosts that are this one but for a word.
@Suite(.waitsForProcesses) nonisolated struct AgainstTests {
  private let folder: TemporaryFolder
  private let file: String

  init() throws {
    folder = try TemporaryFolder()
    file = try folder.file(
      "a.transcript",
      """
      \(ReplayCommandTests.create)
      <-- "what is expected does not matter"
      --> \(Line.plus)
      --> \(Line.plus)
      --> {"jsonrpc":"2.0","id":2,"method":"viewModel/snapshot","params":{"id":"c"}}

      """)
  }

  /// A host whose lines a shell command passes on.
  private func variant(_ command: String) throws -> String {
    let path = try folder.file(
      "variant", "#!/bin/sh\n\(HostProcess.path("viewmodel-host")) \"$@\" | \(command)\n")
    #expect(chmod(path, 0o755) == 0)
    return path
  }

  private func replay(_ other: String, _ more: String...) throws -> CommandRun {
    try CommandRun("viewmodel-host", ["replay", "--against", other, file] + more)
  }

  @Test func aHostThatDoesTheSameIsTheSame() throws {
    let run = try replay(HostProcess.path("example-host"))
    #expect(run.output == "same    \(file)\n1 same, 0 differ\n")
    #expect(run.end == .status(0))
  }

  @Test func whereTheyDifferIsShownAndFails() throws {
    // Counts one too far.
    let run = try replay(
      try variant("sed -u 's/\"value\":2}/\"value\":3}/; s/\"count\":2/\"count\":3/'"))
    #expect(
      run.output == """
        differs \(file): 1 of 4 turns
          turn 3: \(Line.plus)
            c: /state/count: 2 here, 3 there
        0 same, 1 differ

        """)
    #expect(run.end == .status(1))
  }

  @Test func whatNeitherReturnsFromIsNoDifference() throws {
    let stuck = try folder.file(
      "stuck.transcript",
      """
      # Nothing comes of the last line.
      --> {"jsonrpc":"2.0","id":1,"method":"viewModel/create","params":{"name":"example.stuck","id":"f"}}
      --> {"jsonrpc":"2.0","id":2,"method":"viewModel/call","params":{"id":"f","input":"hang"}}

      """)
    let host = HostProcess.path("example-host")
    let run = try CommandRun(
      "example-host", ["replay", "--against", host, "--timeout", "1", stuck])
    #expect(
      run.output == "same    \(stuck): both: no answer within 1 s, at line 3\n1 same, 0 differ\n")
    #expect(run.errors == "")
    #expect(run.end == .status(0))
  }

  @Test func aHostThatEndsTooEarlyIsADifference() throws {
    let run = try replay(try variant("head -n 2"), "--timeout", "5")
    #expect(run.output.hasPrefix("differs \(file): 3 of 4 turns\n"))
    #expect(run.output.contains("    c: /state/count: 1 here, 0 there\n"))
    #expect(run.end == .status(1))
  }

  @Test func aHostThatIsNotThereIsAnError() throws {
    let run = try replay(folder.path("none"))
    #expect(
      run.errors == "viewmodel-host: --against: \(folder.path("none")): No such file or directory\n"
    )
    #expect(run.end == .status(69))
  }
}
