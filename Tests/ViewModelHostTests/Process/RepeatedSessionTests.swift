#if os(Linux) && !MAIN_QUEUE
  import JSON
  import OperatingSystem
  import TestSupport
  import Testing

  /// Sessions that are repeated from their journals, after a crash or for another frontend.
  @Suite(.waitsForProcesses) nonisolated struct RepeatedSessionTests {
    private func create(_ id: Int, _ name: String, as instance: String) -> String {
      Line.request(id, "viewModel/create", #"{"name":"\#(name)","id":"\#(instance)"}"#)
    }

    private func input(_ name: String, of instance: String) -> String {
      #"{"jsonrpc":"2.0","method":"viewModel/input","params":{"id":"\#(instance)","input":"\#(name)"}}"#
    }

    private let begin = """
      {"jsonrpc":"2.0","id":0,"method":"initialize","params":\
      {"protocolVersions":["1"],"capabilities":{"restarts":true,"services":["chance","items"]}}}
      """

    /// Lets a frontend send lines, and end its input.
    ///
    /// - Returns: the output.
    private func talk(_ option: String, _ journal: String, _ lines: [String]) throws -> [JSONValue]
    {
      let run = try CommandRun(
        "example-host", [option, journal], input: lines.map { "\($0)\n" }.joined())
      #expect(run.errors.contains("restored") == false && run.end == .status(0), "\(run.errors)")
      return try run.output.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
    }

    private func states(in messages: [JSONValue]) throws -> [JSONValue] {
      let first = try #require(messages.first)
      #expect(first["method"] == "host/resumed")
      return first["params"]?.list("opened").compactMap { $0["state"] } ?? []
    }

    /// The number of a service call is not one of those that were undone.
    @Test func anAnswerAfterAnUndoCountsInAllLaterSessions() throws {
      let folder = try TemporaryFolder()
      let journal = folder.path("journal")
      let reload = input("reload", of: "l")
      let answer = """
        {"jsonrpc":"2.0","id":"service-2","result":\
        {"items":[{"id":"a","name":"A"}],"pages":{"currentPage":1,"nextPage":2}}}
        """
      let first = try talk(
        "--journal", journal,
        [
          begin, create(1, "list", as: "l"), reload, Line.request(2, "session/undo"), reload,
          answer,
        ])
      #expect(first.contains { $0["id"] == "service-2" })
      let later = try (0..<3).map { _ in try states(in: talk("--resume", journal, [])) }
      for state in later {
        #expect(state.first?["loading"] == false)
        #expect(state.first?.list("items").count == 1, "\(state)")
      }
    }

    /// The last updates were still apart when the input ended, and came with its end.
    @Test func whatWasPublishedLastIsAnnounced() throws {
      let folder = try TemporaryFolder()
      let journal = folder.path("journal")
      let begin = begin.replacing(
        #""restarts":true"#, with: #""mergeUpdates":{"milliseconds":1000}"#)
      let said = try talk(
        "--journal", journal, [begin, Line.createCounter, Line.plus, Line.plus, Line.plus])
      #expect(said.count == 4)
      #expect(said.last?["params"]?["updates"]?[0]?["patch"]?[0]?["value"] == 3)
      let states = try states(in: talk("--resume", journal, []))
      #expect(states == [["count": 3, "isEven": false]])
    }

    /// After one crash the session differs from before, and after the next it does not.
    @Test func aDifferenceForALaterFrontendIsRepaired() throws {
      let folder = try TemporaryFolder()
      let chance = create(1, "example.chance", as: "k")
      #expect(try talk("--journal", folder.path("journal"), [begin, chance]).last?["id"] == 1)
      let host = try ChangingHost("--resume", folder)
      try host.ask(
        [begin, create(1, "example.crash", as: "x"), input("read", of: "k")], reading: "a")
      for text in ["b", "a", "a"] { try host.ask([input("fatalError", of: "x")], reading: text) }
      let last = try host.finish(with: Line.request(6, "viewModel/snapshot", #"{"id":"k"}"#))
      #expect(last.contains(#""text":"a""#), "\(last)")
    }

    /// The session differs from the first one between the cancellation of a service call and the
    /// answers to it and to an equal one.
    @Test func theAnswerToACancelledCallIsNotTakenForAnother() throws {
      let folder = try TemporaryFolder()
      let host = try ChangingHost("--journal", folder)
      let reload = input("reload", of: "l")
      let answers = [1, 2].map { number in
        #"{"jsonrpc":"2.0","id":"service-\#(number)","result":{"items":[{"id":"\#(number)","#
          + #""name":""}],"pages":{"currentPage":1,"nextPage":2}}}"#
      }
      try host.ask(
        [
          begin, create(1, "example.crash", as: "x"), create(2, "example.chance", as: "k"),
          create(3, "list", as: "l"), reload, reload, input("read", of: "k"),
        ] + answers, reading: "a")
      try host.ask([input("fatalError", of: "x")], reading: "b")
      let last = try host.finish(with: Line.request(6, "viewModel/snapshot", #"{"id":"l"}"#))
      #expect(last.contains(#""items":[{"id":"2","#), "\(last)")
    }

    /// A host whose ViewModels may read a file that changes.
    private struct ChangingHost {
      private let folder: TemporaryFolder
      private let host: HostProcess

      init(_ option: String, _ folder: TemporaryFolder) throws {
        self.folder = folder
        let script = #"cd "$1" && exec "$2" "$3" journal 2>&1"#
        let path = HostProcess.path("example-host")
        host = HostProcess(
          try ChildProcess("/bin/sh", ["-c", script, "sh", folder.path, path, option]))
      }

      /// Sends lines, which are handled while the file has a text.
      func ask(_ lines: [String], reading text: String) throws {
        _ = try folder.file("chance", text)
        host.write((lines + [Line.ping(99)]).map { "\($0)\n" }.joined())
        try host.readUp(to: Line.pong(99))
      }

      /// Sends the last line, and gives the last one that the host says.
      func finish(with line: String) throws -> String {
        host.write("\(line)\n")
        let (lines, end) = host.finish()
        #expect(end == .status(0))
        return try #require(lines.last)
      }
    }
  }
#endif
