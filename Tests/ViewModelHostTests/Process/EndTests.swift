import OperatingSystem
import TestSupport
import Testing

import LibC

/// How a host ends without a request over its input.
@Suite(.waitsForProcesses) nonisolated struct EndTests {
  private static let initialized =
    #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersions":["1"],"#
    + #""capabilities":{"mergeUpdates":false}}}"#

  /// A host that has said something, and is idle then.
  private func idleHost(_ arguments: [String] = []) throws -> HostProcess {
    try idle(HostProcess("example-host", arguments))
  }

  private func idle(_ host: HostProcess) throws -> HostProcess {
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

  /// As `nohup` starts it, or `&` in a script.
  @Test(arguments: [SIGHUP, SIGINT], Self.modes)
  func anIgnoredSignalStaysIgnored(signal: CInt, mode: [String]) throws {
    Process.ignoreBrokenPipes()
    let child = try ChildProcess(
      "/bin/sh",
      ["-c", "trap '' HUP INT; exec \"$@\"", "sh", HostProcess.path("example-host")] + mode)
    let host = HostProcess(child)
    host.write("\(Line.ping(1))\n")
    #expect(host.readSome() == Array("\(Line.pong(1))\n".utf8))
    child.send(signal)
    host.write("\(Line.ping(2))\n")
    #expect(host.readSome() == Array("\(Line.pong(2))\n".utf8))
    #expect(host.finish().end == .status(0))
  }

  #if os(Linux)
    private static let modes = [[], ["--supervised"]]
  #else
    private static let modes: [[String]] = [[]]
  #endif

  /// 12,000 timers give more than the pipe and the queue hold, so the host waits for a reader in
  /// the middle of the line.
  @Test(arguments: [SIGTERM, SIGHUP])
  func aSignalEndsAHostThatMovesTimeAndHasNoReader(signal: CInt) throws {
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

  /// A host in an input that never returns. Were it not ended, it would be killed after five
  /// minutes of processor time.
  private func busyHost() throws -> HostProcess {
    let limited = [
      "-c", "ulimit -t 300; exec \"$1\" 2>/dev/null", "sh", HostProcess.path("example-host"),
    ]
    let host = try idle(HostProcess(ChildProcess("/bin/sh", limited)))
    let create =
      #"{"jsonrpc":"2.0","id":2,"method":"viewModel/create","params":{"name":"example.stuck"}}"#
    host.write("\(create)\n")
    #expect(!host.readSome().isEmpty)
    let hang =
      #"{"jsonrpc":"2.0","method":"viewModel/input","params":{"id":"example.stuck-1","input":"hang"}}"#
    // More than a pipe holds: when it is written the host has read the beginning, and does that
    // before anything else.
    host.write("\(hang)\n" + String(repeating: "\n", count: 100_000))
    return host
  }

  @Test func aFrontendThatIsGoneEndsAHostThatIsBusyForEver() throws {
    let host = try busyHost()
    host.child.input.close()
    host.child.output.close()
    #expect(host.child.wait() == .status(1))
  }

  /// Its standard error has no reader, a pipe that holds less than what the ViewModel prints: it
  /// uses no processor time.
  @Test(arguments: ["real", "virtual"])
  func aFrontendThatIsGoneEndsAHostThatWaitsForEver(clock: String) throws {
    Process.ignoreBrokenPipes()
    let folder = try TemporaryFolder()
    let script = "mkfifo \"$3\"; exec 2<>\"$3\"; exec \"$1\" --clock \"$2\""
    let host = try idle(
      HostProcess(
        ChildProcess(
          "/bin/sh",
          ["-c", script, "sh", HostProcess.path("example-host"), clock, folder.path("pipe")])))
    host.write(
      #"{"jsonrpc":"2.0","id":2,"method":"viewModel/create","params":{"name":"example.faulty"}}"#
        + "\n")
    #expect(!host.readSome().isEmpty)
    let text = String(repeating: "a", count: 200_000)
    let say =
      #"{"jsonrpc":"2.0","method":"viewModel/input","params":{"id":"example.faulty-1","input":"say","#
      + #""arguments":["\#(text)"]}}"#
    // When it is written the host has read what it is to say.
    host.write("\(say)\n" + String(repeating: "\n", count: 100_000))
    host.child.input.close()
    host.child.output.close()
    let end = host.child.wait(seconds: 60)
    #expect(end == .status(1))
    if end == nil {
      host.child.kill()
      _ = host.child.wait()
    }
  }

  /// It has sent all, and reads the answers.
  @Test func aFrontendThatHasClosedItsEndIsNotGone() throws {
    let lines = 200_000
    let host = try HostProcess("example-host")
    let asking = try Thread { [input = host.child.input] in
      try? input.writeAll(
        (1...lines).map { "\(Line.ping($0))\n" }.joined(), as: "the host")
      input.close()
    }
    let text = String(decoding: host.child.output.readAll(), as: UTF8.self)
    asking.join()
    host.child.output.close()
    #expect(text.split(separator: "\n").count == lines)
    #expect(host.child.wait() == .status(0))
  }

  #if os(Linux)
    /// The frontend is a shell that is killed, and the host was stopped before.
    @Test func aFrontendThatIsKilledEndsAHostThatIsStopped() throws {
      Process.ignoreBrokenPipes()
      let folder = try TemporaryFolder()
      let path = folder.path("errors")
      #expect(mkfifo(path, 0o644) == 0)
      let frontend = try ChildProcess(
        "/bin/bash",
        [
          "-c",
          #"""
          coproc { exec "$1" 2>"$2"; }
          echo '{"jsonrpc":"2.0","id":1,"method":"ping"}' >&"${COPROC[1]}"
          read -r line <&"${COPROC[0]}"
          kill -STOP "$COPROC_PID"
          echo stopped
          read -r line
          """#,
          "bash", HostProcess.path("example-host"), path,
        ])
      // Only the host holds its other end, so this ends with it.
      let errors = try #require(Descriptor.open(path, O_RDONLY))
      #expect(HostProcess(frontend).readSome() == Array("stopped\n".utf8))
      frontend.kill()
      #expect(frontend.wait() == .signal(Int(SIGKILL)))
      #expect(errors.readAll().isEmpty)
      errors.close()
      frontend.input.close()
      frontend.output.close()
    }
  #endif
}
