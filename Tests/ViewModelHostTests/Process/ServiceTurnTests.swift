import TestSupport
import Testing

/// A service's answer over real pipes, in real time, where a task that has waited could continue on
/// another thread.
@Suite(.waitsForProcesses) nonisolated struct ServiceTurnTests {
  private let initialize =
    #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersions":["1"],"capabilities":{"services":["fetchUser","processUser"]}}}"#

  private func call(_ number: Int, _ service: String, _ arguments: String) -> String {
    #"{"jsonrpc":"2.0","id":"service-\#(number)","method":"service/call","#
      + #""params":{"service":"\#(service)","id":"c","arguments":\#(arguments)}}"#
  }

  /// All lines come at once, so there is no time between them: what an answer sets off has to be
  /// done before the next line is looked at.
  @Test(arguments: ["chain.async", "chain.rx"])
  func whatAnAnswerSetsOffIsInItsTurn(name: String) throws {
    let round = 50
    var input = """
      \(initialize)
      {"jsonrpc":"2.0","id":2,"method":"viewModel/create","params":{"name":"\(name)","id":"c"}}

      """
    var expected: [String] = []
    for index in 0..<round {
      let first = 2 * index + 1
      input += """
        {"jsonrpc":"2.0","method":"viewModel/input","params":{"id":"c","input":"fetch"}}
        {"jsonrpc":"2.0","id":"service-\(first)","result":{"id":\(index)}}
        {"jsonrpc":"2.0","id":"service-\(first + 1)","result":true}
        \(Line.ping(index))

        """
      expected += [
        call(first, "fetchUser", "{}"),
        call(first + 1, "processUser", "{\"userId\":\(index)}"),
        HostLine.update("c", index + 1, #""events":[{"event":"finalStatus","value":true}]"#),
        Line.pong(index),
      ]
    }
    let (lines, end) = try HostProcess.run("viewmodel-host", input: input)
    #expect(Array(lines.dropFirst(2)) == expected)
    #expect(end == .status(0))
  }
}
