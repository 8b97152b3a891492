#if os(Linux) && !MAIN_QUEUE
  import JSON
  import OperatingSystem
  import TestSupport
  import Testing

  /// What a supervised host says when another process continues.
  @Suite(.waitsForProcesses) nonisolated struct RestartTests {
    /// What a supervised host says to lines that come at once.
    ///
    /// - Parameter services: those that the frontend answers.
    private func said(_ lines: [String], answering services: String = "") throws -> [JSONValue] {
      let capabilities = #"{"restarts":true,"services":[\#(services)]}"#
      let begin = Line.request(
        0, "initialize", #"{"protocolVersions":["1"],"capabilities":\#(capabilities)}"#)
      let all = [begin] + lines
      let run = try CommandRun(
        "example-host", ["--supervised"], input: all.map { "\($0)\n" }.joined())
      #expect(run.end == .status(0))
      return try run.output.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
    }

    /// What `host/restarted` has for each crash, in order.
    private func restarts(_ lines: [String]) throws -> [JSONValue] {
      try said(lines).filter { $0["method"] == "host/restarted" }.compactMap { $0["params"] }
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

    /// Each restore has the session go back once more, which brings other states than there were
    /// before. What the frontend has is not other than that.
    @Test(arguments: [["undo"], ["undo", "redo"], ["rewind"], ["undo", "undo", "redo"]])
    func whatWentBackDoesNotDiffer(ways: [String]) throws {
      let create = Line.request(2, "viewModel/create", #"{"name":"example.crash","id":"x"}"#)
      let ways = ways.enumerated().map { index, way in
        Line.request(10 + index, "session/\(way)", way == "rewind" ? #"{"turn":4}"# : "{}")
      }
      let found = try restarts(
        [Line.createCounter, create, Line.plus, Line.plus] + ways
          + [Line.plus, crash("fatalError"), Line.plus, crash("fatalError")])
      #expect(found.count == 2)
      #expect(found.allSatisfy { $0["cause"] == "crash" && $0["differs"] == nil }, "\(found)")
    }

    /// Statement [R11]: the service call fails, and the frontend learns that its answer was not
    /// used. Each is said once, and all else continues.
    @Test func anAnswerThatEndsTheProcessIsRefused() throws {
      let said = try said(
        [
          Line.createCounter,
          Line.request(2, "viewModel/create", #"{"name":"example.fatal","id":"x"}"#),
          Line.plus, Line.request(3, "viewModel/call", #"{"id":"x","input":"trapWithAnswer"}"#),
          #"{"jsonrpc":"2.0","id":"service-1","result":"with an answer"}"#, Line.plus,
          Line.ping(4),
        ], answering: #""fatal""#)
      let methods = said.compactMap { $0["method"]?.stringValue }
      #expect(
        methods == [
          "viewModel/update", "service/call", "host/restarted", "viewModel/update",
          "service/rejected", "viewModel/update",
        ])
      let rejected = said.first { $0["method"] == "service/rejected" }?["params"]
      #expect(rejected?["id"] == "service-1")
      #expect(rejected?["service"] == "fatal")
      let error = rejected?["error"]
      #expect(error?["code"] == -32017)
      let reason = try #require(error?["data"]?["reason"]?.stringValue)
      #expect(reason.hasSuffix(": Fatal error: with an answer"), "\(reason)")
      // The call that has waited for the answer ends well, with a line in the log; and the counter
      // counts on.
      let updates = said.filter { $0["method"] == "viewModel/update" }
        .compactMap { $0["params"]?["updates"]?[0] }
      #expect(updates.map { $0["id"] } == ["c", "x", "c"])
      let message = try #require(error?["message"]?.stringValue)
      let log = updates[1]["patch"]?[0]?["value"]?.stringValue
      #expect(log?.contains(message) == true, "\(log ?? "")")
      #expect(said.compactMap { $0["id"] } == [0, 1, 2, "service-1", 3, 4])
    }
  }
#endif
