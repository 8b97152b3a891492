#if os(Linux) && !MAIN_QUEUE
  import JSON
  import OperatingSystem
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

    /// The shell could not open it, and would only say that.
    @Test func aScriptDoesNotTakeOver() throws {
      try whatIsPut(
        by: #"echo '#!/bin/sh' >"$1.new"; chmod +x "$1.new""#,
        doesNotTakeOver: "it is a script; --watch needs the program itself")
    }

    /// Its records might mean something else to it.
    @Test func anExecutableWithJournalsOfAnotherVersionDoesNotTakeOver() throws {
      try whatIsPut(
        by:
          #"LC_ALL=C sed 's/.\x00\x00\x00JHMV/\x7F\x00\x00\x00JHMV/g' "$1" >"$1.new"; chmod +x "$1.new""#,
        doesNotTakeOver:
          "ended (exit status 65): viewmodel-host: the journal is one of another version")
    }

    private func whatIsPut(by script: String, doesNotTakeOver reason: String) throws {
      let folder = try TemporaryFolder()
      let path = folder.path("host")
      let watched = HostProcess(
        try ChildProcess(
          "/bin/sh",
          [
            "-c", #"cp "$1" "$2"; exec "$2" --watch 2>&1"#, "sh",
            HostProcess.path("example-host"), path,
          ]))
      watched.write("\(Line.ping(1))\n")
      try watched.readUp(to: Line.pong(1))
      let script = try ChildProcess(
        "/bin/sh",
        ["-c", #"\#(script); mv "$1.new" "$1""#, "sh", path])
      script.input.close()
      #expect(script.wait() == .status(0))
      script.output.close()
      try watched.readUp(to: "the new executable does not take over: \(reason)\n")
      watched.write("\(Line.ping(2))\n")
      #expect(watched.finish() == ([Line.pong(2)], .status(0)))
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
