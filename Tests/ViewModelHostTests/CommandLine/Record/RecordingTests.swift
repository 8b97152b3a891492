import OperatingSystem
import TestSupport
import Testing

import LibC

/// `--record` and `VIEWMODEL_HOST_RECORD`, with hosts that run as processes.
@Suite(.waitsForProcesses) nonisolated struct RecordingTests {
  private let folder: TemporaryFolder
  private let lines = "\(Line.createCounter)\n\(Line.plus)\n"
  private let answers = [Line.counterCreated, Line.update(1)].map { "\($0)\n" }.joined()

  init() throws { folder = try TemporaryFolder() }

  private func record(_ arguments: [String], _ environment: [String] = []) throws -> CommandRun {
    try CommandRun("viewmodel-host", arguments, input: lines, environment: environment)
  }

  /// Plays the recordings in a folder, and gives their number.
  private func replayed(_ folder: String) throws -> Int {
    let run = try CommandRun("viewmodel-host", ["replay", folder])
    #expect(run.end == .status(0), "\(run.output)")
    return run.output.split(separator: "\n").count { $0.hasPrefix("ok ") }
  }

  @Test func aFileTakesOneSession() throws {
    let file = folder.path("a.transcript")
    #expect(try record(["--record", file]).output == answers)
    #expect(try replayed(folder.path) == 1)
    let text = try folder.text("a.transcript")
    let second = try record(["--record", file])
    #expect(second.output == "")
    #expect(
      second.errors.hasPrefix(
        "viewmodel-host: \(file): is not empty, and stays as it is; a folder, "))
    #expect(second.end == .status(73))
    #expect(try folder.text("a.transcript") == text)
  }

  @Test(arguments: ["option", "slash", "environment"])
  func aFolderTakesAFileForEachStart(kind: String) throws {
    let path = kind == "option" ? folder.path : folder.path("new/folder/")
    for _ in 1...2 {
      let run =
        kind == "environment"
        ? try record([], ["VIEWMODEL_HOST_RECORD=\(path)"]) : try record(["--record", path])
      #expect(run.output == answers)
      #expect(run.errors == "")
    }
    let names = try #require(Files.names(inFolder: path))
    #expect(names.count == 2)
    for name in names {
      // viewmodel-host-20260131-120000-4711.transcript
      let parts = name.split(separator: "-")
      #expect(parts.count == 5 && parts[2].count == 8 && parts[3].count == 6, "\(name)")
    }
    #expect(try replayed(path) == 2)
  }

  @Test func aFileIsNoFolder() throws {
    let file = try folder.file("a.transcript", "")
    let run = try record(["--record", "\(file)/"])
    #expect(
      run.errors
        == "viewmodel-host: \(file)/: \(file) is no folder; \(file) without the / is a file\n")
    #expect(run.end == .status(73))
  }

  @Test func theOptionGoesBeforeTheEnvironment() throws {
    let file = folder.path("a.transcript")
    let other = folder.path("other")
    _ = try record(["--record", file], ["VIEWMODEL_HOST_RECORD=\(other)"])
    #expect(Files.hasContent(file))
    #expect(Files.names(inFolder: other) == nil)
  }

  /// `replay` starts hosts too.
  @Test func inVirtualTimeTheEnvironmentAsksForNothing() throws {
    let path = folder.path("recordings")
    let run = try record(["--clock", "virtual"], ["VIEWMODEL_HOST_RECORD=\(path)"])
    #expect(run.output == answers)
    #expect(Files.names(inFolder: path) == nil)
  }

  @Test func whatIsNoFileIsRefusedAtOnce() throws {
    let pipe = folder.path("pipe")
    #expect(mkfifo(pipe, 0o644) == 0)
    for path in [pipe, "/dev/null"] {
      let run = try record(["--record", path])
      #expect(run.errors == "viewmodel-host: \(path): is not a regular file\n")
      #expect(run.end == .status(73))
    }
  }

  @Test func anEnvironmentThatCannotBeRecordedIntoHarmsNothing() throws {
    let file = try folder.file("file", "text")
    let run = try record([], ["VIEWMODEL_HOST_RECORD=\(file)"])
    #expect(run.output == answers)
    #expect(
      run.errors
        == "viewmodel-host: \(file): Not a directory; nothing is recorded (VIEWMODEL_HOST_RECORD)\n"
    )
    #expect(run.end == .status(0))
  }

  /// As on a full disk: no file may become longer than a block. What was recorded up to then is
  /// whole.
  @Test func aRecordingWithoutRoomDoesNotEndTheHost() throws {
    let file = folder.path("a.transcript")
    let pings = (1...50).map { "\(Line.ping($0))\n" }.joined()
    let run = try CommandRun(
      "viewmodel-host", ["--record", file], input: pings, after: "ulimit -f 1")
    #expect(run.output == (1...50).map { "\(Line.pong($0))\n" }.joined())
    #expect(run.errors == "viewmodel-host: \(file): File too large; nothing more is recorded\n")
    #expect(run.end == .status(0))
    let text = try folder.text("a.transcript")
    #expect(text.contains("\n--> \(Line.ping(1))\n<-- \(Line.pong(1))\n"))
    #expect(text.hasSuffix("}\n"))
  }

  /// A line whose answer found no room is not recorded either: what is there replays.
  @Test func aRecordingWithoutRoomReplaysUpToThere() throws {
    let file = folder.path("a.transcript")
    let list = #"{"jsonrpc":"2.0","id":2,"method":"viewModel/list"}"#
    let run = try CommandRun(
      "viewmodel-host", ["--record", file], input: "\(Line.ping(1))\n\(list)\n\(Line.ping(3))\n",
      after: "ulimit -f 1")
    #expect(run.end == .status(0))
    let text = try folder.text("a.transcript")
    #expect(text.hasSuffix("\n--> \(Line.ping(1))\n<-- \(Line.pong(1))\n"), "\(text)")
    let replay = try CommandRun("viewmodel-host", ["replay", file])
    #expect(replay.end == .status(0), "\(replay.output)")
  }

  /// What the demonstrations of all clients do: pages of a folder, in real time.
  @Test func theListOfAFolderReplays() throws {
    for name in ["a", "b", "c"] { _ = try folder.file(name, "") }
    let recordings = try TemporaryFolder()
    let host = try HostProcess("viewmodel-host", ["--record", "\(recordings.path)/"])
    func input(_ name: String) {
      host.write(
        #"{"jsonrpc":"2.0","method":"viewModel/input","params":{"id":"l","input":"\#(name)"}}"#
          + "\n")
    }
    host.write(
      #"{"jsonrpc":"2.0","id":1,"method":"viewModel/create","params":{"name":"list","id":"l","parameters":{"folder":"\#(folder.path)","pageSize":2}}}"#
        + "\n")
    for name in ["viewWillAppear", "reachedBottom", "reload", "reachedBottom"] { input(name) }
    let (lines, _) = host.finish()
    #expect(lines.joined().contains(#"{"id":"c","name":"c"}"#))
    #expect(try replayed(recordings.path) == 1)
  }
}
