import OperatingSystem
import TestSupport
import Testing

/// Where clients look, and what is there, says `doctor`.
@Suite(.waitsForProcesses) struct DoctorCommandTests {
  @Test func theProgramOfTheVariableComesFirst() throws {
    let (folder, other) = (try TemporaryFolder(), try TemporaryFolder())
    let named = HostProcess.path("example-host")
    try Self.program(folder, "echo another-host 9.9.9")
    try Self.program(other, "echo only words; exit 3")
    let path = "PATH=/usr/bin:/bin:\(folder.path):\(other.path):\(folder.path)"
    let run = try CommandRun(
      "viewmodel-host", ["doctor"], environment: [path, "VIEWMODEL_HOST=\(named)"])
    #expect(run.end == .status(0))
    let lines = run.output.split(separator: "\n").map(String.init)
    #expect(lines.count == 7)
    #expect(lines[0] == "viewmodel-host 0.1.0, protocol version 1")
    #expect(lines[1].hasPrefix("  this program: /") && lines[1].hasSuffix("/viewmodel-host"))
    // That is what it is called in the conversation.
    #expect(lines[2] == "VIEWMODEL_HOST: \(named): viewmodel-host 0.1.0")
    #expect(lines[3] == "viewmodel-host on the PATH:")
    #expect(lines[4] == "  \(folder.path)/viewmodel-host: another-host 9.9.9")
    #expect(lines[5] == "  \(other.path)/viewmodel-host: does not say its version")
    #expect(lines[6] == "A client without a program of its own starts \(named).")
  }

  @Test func whereThereIsNothingItSaysWhatToDo() throws {
    let run = try CommandRun(
      "viewmodel-host", ["doctor"], environment: ["PATH=/usr/bin:/bin", "VIEWMODEL_HOST="])
    #expect(run.end == .status(1))
    #expect(run.output.contains("VIEWMODEL_HOST: not set\nviewmodel-host on the PATH: none\n"))
    #expect(run.output.contains("finds no host: put viewmodel-host on the PATH, or set"))
  }

  /// Nothing is started then that would say so in its own words.
  @Test(arguments: [
    ("/nothere", "there is no such program"), ("no-such-program", "there is no such program"),
    ("/etc/passwd", "is not executable"), ("/etc", "is not executable"),
  ])
  func whatCannotBeStartedIsSaid(named: String, reason: String) throws {
    let run = try CommandRun(
      "viewmodel-host", ["doctor"], environment: ["PATH=/usr/bin:/bin", "VIEWMODEL_HOST=\(named)"])
    #expect(run.output.contains("VIEWMODEL_HOST: \(named): \(reason)\n"), "\(run.output)")
    #expect(run.errors == "" && run.end == .status(1))
  }

  @Test func aProgramThatDoesNotEndIsNotWaitedFor() throws {
    let folder = try TemporaryFolder()
    try Self.program(folder, "exec sleep 1000")
    let named = folder.path("viewmodel-host")
    let run = try CommandRun(
      "viewmodel-host", ["doctor"],
      environment: ["PATH=/usr/bin:/bin", "VIEWMODEL_HOST=\(named)"])
    #expect(run.end == .status(1))
    #expect(run.output.contains("VIEWMODEL_HOST: \(named): does not say its version\n"))
    #expect(run.output.contains("starts \(named), which is no host.\n"))
  }

  private static func program(_ folder: borrowing TemporaryFolder, _ script: String) throws {
    let path = try folder.file("viewmodel-host", "#!/bin/sh\n\(script)\n")
    let change = try #require(ChildProcess.output(of: ["chmod", "+x", path]))
    #expect(change.end == .status(0))
  }
}
