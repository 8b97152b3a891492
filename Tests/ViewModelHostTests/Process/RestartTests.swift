#if os(Linux) && !MAIN_QUEUE
  import JSON
  import TestSupport
  import Testing

  /// What a supervised host says when another process goes on.
  @Suite(.waitsForProcesses) nonisolated struct RestartTests {
    private func request(_ id: Int, _ method: String, _ params: String = "{}") -> String {
      #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":\#(params)}"#
    }

    /// What `host/restarted` has for each crash, in order.
    private func restarts(_ lines: [String]) throws -> [JSONValue] {
      let begin = request(
        0, "initialize", #"{"protocolVersions":["1"],"capabilities":{"restarts":true}}"#)
      let all = [begin] + lines
      let run = try CommandRun(
        "example-host", ["--supervised"], input: all.map { "\($0)\n" }.joined())
      #expect(run.end == .status(0))
      return try run.output.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
        .filter { $0["method"] == "host/restarted" }.compactMap { $0["params"] }
    }

    private func crash(_ input: String) -> String {
      #"{"jsonrpc":"2.0","method":"viewModel/input","params":{"id":"x","input":"\#(input)"}}"#
    }

    /// Each restore has the session go back once more, which brings other states than there were before. What the
    /// frontend has is not other than that.
    @Test(arguments: [["undo"], ["undo", "redo"], ["rewind"], ["undo", "undo", "redo"]])
    func whatWentBackDoesNotDiffer(ways: [String]) throws {
      let create = request(2, "viewModel/create", #"{"name":"example.crash","id":"x"}"#)
      let ways = ways.enumerated().map { index, way in
        request(10 + index, "session/\(way)", way == "rewind" ? #"{"turn":4}"# : "{}")
      }
      let found = try restarts(
        [Line.createCounter, create, Line.plus, Line.plus] + ways
          + [Line.plus, crash("fatalError"), Line.plus, crash("fatalError")])
      #expect(found.count == 2)
      #expect(found.allSatisfy { $0["cause"] == "crash" && $0["differs"] == nil }, "\(found)")
    }
  }
#endif
