import OperatingSystem
import TestSupport
import Testing

/// Recordings of sessions whose frontend did not read for a while.
@Suite(.waitsForProcesses) nonisolated struct FullPipeRecordingTests {
  private let folder: TemporaryFolder
  private let file: String

  init() throws {
    folder = try TemporaryFolder()
    file = folder.path("a.transcript")
  }

  /// Its answer is more than a pipe holds.
  private static let longPing =
    #"{"jsonrpc":"2.0","id":"\#(String(repeating: "x", count: 200_000))","method":"ping"}"#

  /// Waits until the recording holds a text: it is written as the session goes.
  private func waitForRecording(of text: String) throws {
    while !(try folder.text("a.transcript").contains(text)) {
      _ = Poll.wait(for: [], milliseconds: 1)
    }
  }

  private func expectItReplays() throws {
    let run = try CommandRun("viewmodel-host", ["replay", file])
    #expect(run.end == .status(0), "\(run.output.prefix(4000))")
  }

  /// The player cannot say any more what became of the pipe, as its input has ended as well.
  @Test func theEndOfTheInputIsTheEndOfTheRecording() throws {
    let host = try HostProcess("viewmodel-host", ["--record", file])
    host.write("\(Line.createCounter)\n\(Self.longPing)\n")
    while !(try folder.text("a.transcript").contains("replay/pipe")) {
      host.write("\(Line.ping(2))\n")
      _ = Poll.wait(for: [], milliseconds: 1)
    }
    host.write("\(Line.plus)\n")
    try waitForRecording(of: "plusButtonDidTap")
    host.child.input.close()
    try waitForRecording(of: #""revision":1"#)
    let output = String(decoding: host.child.output.readAll(), as: UTF8.self)
    #expect(output.contains(#""revision":1"#))
    #expect(host.child.wait() == .status(0))
    try expectItReplays()
  }

  /// What an arrival asks of a service waits with the update of its turn.
  @Test func aServiceCallOfAnArrivalWaits() throws {
    let host = try HostProcess("viewmodel-host", ["--record", file])
    host.write(
      #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersions":["1"],"capabilities":{"services":["part"]}}}"#
        + "\n"
        + #"{"jsonrpc":"2.0","id":1,"method":"viewModel/create","params":{"name":"parallel","id":"e"}}"#
        + "\n\(Self.longPing)\n"
        + #"{"jsonrpc":"2.0","method":"viewModel/input","params":{"id":"e","input":"load","arguments":[1]}}"#
        + "\n")
    try waitForRecording(of: "replay/arrival")
    var output: [UInt8] = []
    while !String(decoding: output.suffix(300), as: UTF8.self).contains("service/call") {
      let some = host.readSome()
      if some.isEmpty { break }
      output += some
    }
    #expect(host.finish().end == .status(0))
    try expectItReplays()
  }
}
