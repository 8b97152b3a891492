import HostEngine
import TestSupport
import Testing

@testable import ViewModelHost

import LibC

/// How a host ends that nobody asks to over its input.
@Suite struct EndTests {
  private static let initialized =
    #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersions":["1"],"#
    + #""capabilities":{"mergeUpdates":false}}}"#

  /// A host that has said something, and is idle then.
  private func idleHost(_ arguments: [String] = []) throws -> HostProcess {
    let host = try HostProcess("example-host", arguments)
    host.write("\(Line.ping(1))\n")
    #expect(host.readSome() == Array("\(Line.pong(1))\n".utf8))
    return host
  }

  @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
  func aSignalEndsAnIdleHost(signal: CInt) throws {
    let host = try idleHost()
    host.child.send(signal)
    #expect(host.child.wait() == .status(0))
    host.child.input.close()
    host.child.output.close()
  }

  /// As `nohup` starts it.
  @Test func anIgnoredHangUpStaysIgnored() throws {
    Process.ignoreBrokenPipes()
    let child = try ChildProcess(
      "/bin/sh", ["-c", "trap '' HUP; exec \"$1\"", "sh", HostProcess.path("example-host")])
    let host = HostProcess(child)
    host.write("\(Line.ping(1))\n")
    #expect(host.readSome() == Array("\(Line.pong(1))\n".utf8))
    child.send(SIGHUP)
    host.write("\(Line.ping(2))\n")
    #expect(host.readSome() == Array("\(Line.pong(2))\n".utf8))
    #expect(host.finish().end == .status(0))
  }

  /// 12,000 timers give more than the pipe and the queue hold, so the host waits for a reader in the middle of the line.
  @Test(arguments: [SIGTERM, SIGHUP])
  func aSignalEndsAHostThatMovesTimeAndThatNobodyReads(signal: CInt) throws {
    let host = try HostProcess("example-host", ["--clock", "virtual"])
    var lines = [
      Self.initialized,
      #"{"jsonrpc":"2.0","id":1,"method":"viewModel/create","params":{"name":"user.task","id":"u"}}"#,
    ]
    for number in 1...12_000 {
      lines.append(
        #"{"jsonrpc":"2.0","method":"viewModel/input","params":{"id":"u","input":"fetch","#
          + #""arguments":{"userId":\#(number)}}}"#)
    }
    lines.append(
      #"{"jsonrpc":"2.0","id":2,"method":"clock/advance","params":{"milliseconds":1000}}"#)
    host.write(lines.map { "\($0)\n" }.joined())
    // The first update: so time is being moved.
    var text = ""
    while !text.contains("viewModel/update") {
      text += String(decoding: host.readSome(upTo: 100), as: UTF8.self)
    }
    host.child.send(signal)
    #expect(host.child.wait() == .status(0))
    host.child.input.close()
    host.child.output.close()
  }

  /// It is noticed although the host has nothing to say.
  @Test func aClosedPipeEndsAnIdleHost() throws {
    let host = try idleHost()
    host.child.output.close()
    #expect(host.child.wait() == .status(0))
    host.child.input.close()
  }

  @Test func aClosedPipeWithANameEndsAnIdleHost() throws {
    Process.ignoreBrokenPipes()
    let folder = try TemporaryFolder()
    let path = folder.path("pipe")
    #expect(mkfifo(path, 0o644) == 0)
    let child = try ChildProcess(
      "/bin/sh", ["-c", "exec \"$1\" >\"$2\"", "sh", HostProcess.path("example-host"), path])
    let reading = try #require(Descriptor.open(path, O_RDONLY))
    let host = HostProcess(child)
    host.write("\(Line.ping(1))\n")
    var bytes = [UInt8](repeating: 0, count: 1000)
    let outcome = bytes.withUnsafeMutableBytes { reading.read(into: $0) }
    #expect(outcome == .bytes(Line.pong(1).utf8.count + 1))
    reading.close()
    #expect(child.wait() == .status(0))
    child.input.close()
    child.output.close()
  }
}
