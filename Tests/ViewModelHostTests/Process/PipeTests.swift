import TestSupport
import Testing

import LibC

/// What happens on real pipes.
@Suite(.waitsForProcesses) nonisolated struct PipeTests {
  @Test func twoLinesGiveTwoLines() throws {
    let (lines, end) = try HostProcess.run(
      "viewmodel-host", input: "\(Line.createCounter)\n\(Line.plus)\n")
    #expect(lines == [Line.counterCreated, Line.update(1)])
    #expect(end == .status(0))
  }

  @Test func bytesMayArriveOneByOneAndTheLastLineNeedsNoEnd() throws {
    let host = try HostProcess()
    for byte in "\(Line.createCounter)\r\n\n\(Line.plus)".utf8 { host.write([byte]) }
    let (lines, end) = host.finish()
    #expect(lines == [Line.counterCreated, Line.update(1)])
    #expect(end == .status(0))
  }

  @Test func aLineCutOffByTheEndIsAParseError() throws {
    let (lines, end) = try HostProcess.run(input: #"{"jsonrpc":"2.0","id":1,"meth"#)
    #expect(lines.count == 1)
    #expect(lines.first?.hasPrefix(#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"#) == true)
    #expect(end == .status(0))
  }

  @Test func realTimeIsNotAdvanced() throws {
    let line = #"{"jsonrpc":"2.0","id":1,"method":"clock/advance","params":{"milliseconds":1}}"#
    let (lines, _) = try HostProcess.run(input: "\(line)\n")
    let words = "clock/advance needs a host that was started with --clock virtual"
    #expect(
      lines == [#"{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"\#(words)"}}"#])
  }

  @Test(arguments: [
    ([0xFF], -32700), ([0xC0, 0x80], -32700), ([0xED, 0xA0, 0x80], -32700), ([0x00], -32700),
    ([0xEF, 0xBB, 0xBF, 0x5B, 0x5D], -32700),
  ])
  func bytesThatAreNoTextGiveOneErrorAndNothingElseIsLost(bytes: [UInt8], code: Int) throws {
    let host = try HostProcess()
    host.write("\(Line.ping(1))\n")
    host.write(bytes)
    host.write("\n\(Line.ping(2))\n")
    let (lines, end) = host.finish()
    #expect(lines.count == 3)
    #expect(lines.first == Line.pong(1))
    #expect(lines.dropFirst().first?.contains(#""id":null,"error":{"code":\#(code),"#) == true)
    #expect(lines.last == Line.pong(2))
    #expect(end == .status(0))
  }

  @Test func nestingOverTheLimitIsAnError() throws {
    let allowed = #"{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":\#(nested(500))}}"#
    let (lines, end) = try HostProcess.run(
      input: "\(allowed)\n\(nested(100_000))\n\(Line.ping(2))\n")
    #expect(lines.count == 3)
    #expect(lines.first == Line.pong(1))
    #expect(lines.dropFirst().first?.contains(#""error":{"code":-32700,"#) == true)
    #expect(lines.last == Line.pong(2))
    #expect(end == .status(0))
  }

  @Test func aLongLineIsReadUpToTheLimit() throws {
    let filler = String(repeating: "x", count: 15 * 1024 * 1024)
    let long = #"{"jsonrpc":"2.0","id":1,"method":"ping","params":{"filler":"\#(filler)"}}"#
    let tooLong =
      #"{"jsonrpc":"2.0","id":2,"method":"ping","params":{"filler":"\#(filler)\#(filler)"}}"#
    let (lines, end) = try HostProcess.run(input: "\(long)\n\(tooLong)\n\(Line.ping(3))\n")
    #expect(
      lines == [
        Line.pong(1),
        #"{"jsonrpc":"2.0","id":null,"error":{"code":-32009,"#
          + #""message":"A line is longer than the limit of 16777216 bytes"}}"#,
        Line.pong(3),
      ])
    #expect(end == .status(0))
  }

  @Test func whatAViewModelPrintsOrReadsIsNotTheProtocols() throws {
    let create =
      #"{"jsonrpc":"2.0","id":1,"method":"viewModel/create","params":{"name":"example.faulty","id":"f"}}"#
    let say =
      #"{"jsonrpc":"2.0","id":2,"method":"viewModel/call","params":{"id":"f","input":"say","arguments":["(printed by a test)"]}}"#
    let listen =
      #"{"jsonrpc":"2.0","id":3,"method":"viewModel/call","params":{"id":"f","input":"listen"}}"#
    let run = try CommandRun(
      "example-host", [], input: [create, say, listen, Line.ping(4)].joined(separator: "\n") + "\n")
    #expect(
      run.output.split(separator: "\n").map(String.init) == [
        #"{"jsonrpc":"2.0","id":1,"result":{"id":"f","revision":0,"state":{"attempts":0}}}"#,
        HostLine.update("f", 1, patch: HostLine.replace("/attempts", "1")),
        #"{"jsonrpc":"2.0","id":2,"result":{"value":19}}"#,
        #"{"jsonrpc":"2.0","id":3,"result":{"value":null}}"#,
        Line.pong(4),
      ])
    #expect(run.errors == "(printed by a test)\n")
    #expect(run.end == .status(0))
  }

  @Test func aFrontendThatStopsReadingEndsTheHost() throws {
    let host = try HostProcess()
    host.child.output.close()
    host.write("\(Line.createCounter)\n")
    #expect(host.child.wait() == .status(0))
    host.child.input.close()
  }

  @Test func exitEndsTheHostAlthoughItsInputIsOpen() throws {
    let host = try HostProcess()
    host.write("\(Line.ping(1))\n" + #"{"jsonrpc":"2.0","method":"exit"}"# + "\n\(Line.ping(2))\n")
    let output = String(decoding: host.child.output.readAll(), as: UTF8.self)
    #expect(output == "\(Line.pong(1))\n")
    #expect(host.child.wait() == .status(0))
    host.child.input.close()
    host.child.output.close()
  }

  @Test(arguments: [SIGTERM, SIGINT])
  func aSignalEndsTheHostCleanly(signal: CInt) throws {
    let host = try HostProcess()
    host.write("\(Line.ping(1))\n")
    var answer: [UInt8] = []
    while !answer.contains(UInt8(ascii: "\n")) { answer += host.readSome() }
    host.child.send(signal)
    #expect(host.child.wait() == .status(0))
    host.child.input.close()
    host.child.output.close()
  }

  @Test func anInputThatRunsAtTheEndIsAnsweredAsCancelled() throws {
    let create =
      #"{"jsonrpc":"2.0","id":1,"method":"viewModel/create","params":{"name":"user","id":"u"}}"#
    let fetch =
      #"{"jsonrpc":"2.0","id":2,"method":"viewModel/call","params":{"id":"u","input":"fetch","arguments":[1]}}"#
    let (lines, end) = try HostProcess.run(input: "\(create)\n\(fetch)\n")
    #expect(
      lines == [
        #"{"jsonrpc":"2.0","id":1,"result":{"id":"u","revision":0,"state":{"user":null}}}"#,
        #"{"jsonrpc":"2.0","id":2,"error":{"code":-32800,"#
          + #""message":"Cancelled: the instance u was disposed"}}"#,
      ])
    #expect(end == .status(0))
  }

  private func nested(_ depth: Int) -> String {
    String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
  }
}
