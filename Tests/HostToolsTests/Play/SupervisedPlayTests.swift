#if os(Linux) && !MAIN_QUEUE
  import OperatingSystem
  import TestSupport
  import Testing

  /// `play` with a supervised host.
  @Suite(.waitsForProcesses) nonisolated struct SupervisedPlayTests {
    private func play(
      _ arguments: [String], _ input: String, host: String = "example-host"
    ) throws -> CommandRun {
      try CommandRun(host, ["play", "--supervised"] + arguments, input: input)
    }

    @Test func anInputThatHangsIsAbandoned() throws {
      let run = try play(["example.stuck", "--hang", "1"], "hang\nstate\n")
      let given = "it did not return for 1 s"
      #expect(
        run.output == """
            (no outputs)
          Another process continues: \(given)
          hang: The host crashed, and continues without this: \(given) (-32017)
            (no outputs)

          """)
      #expect(run.end == .status(1))
    }

    /// Turn 1 creates, the next two count up, one of which is taken back, and another one counts
    /// down in its place.
    @Test(arguments: [(1, 0), (2, 1), (3, 0), (9, 0)])
    func aSessionIsShownAsItWasAfterATurn(turn: Int, count: Int) throws {
      let folder = try TemporaryFolder()
      let journal = folder.path("journal")
      let minus = Line.plus.replacing("plusButtonDidTap", with: "minusButtonDidTap")
      let undo = #"{"jsonrpc":"2.0","id":9,"method":"session/undo"}"#
      let lines = [Line.createCounter, Line.plus, Line.plus, undo, minus]
      let session = try CommandRun(
        "viewmodel-host", ["--journal", journal], input: lines.joined(separator: "\n"))
      #expect(session.end == .status(0) && session.errors == "")
      let names = ["state", "records", "input", "output"]
      let written = try names.map { try Files.readRegular("\(journal)/\($0)") }

      let run = try CommandRun(
        "viewmodel-host", ["play", "--journal", journal, "--until", "\(turn)"],
        input: "plusButtonDidTap")
      let state = { (count: Int) in ["count   \(count)", "isEven  \(count % 2 == 0)"] }
      let expected = state(count).map { "  \($0)" } + state(count + 1).map { "* \($0)" }
      #expect(run.output == (expected + ["plusButtonDidTap: done", ""]).joined(separator: "\n"))
      #expect(run.errors == "" && run.end == .status(0))
      #expect(try names.map { try Files.readRegular("\(journal)/\($0)") } == written)
    }

    @Test func aSessionThatIsNotThereIsNotShown() throws {
      let run = try CommandRun(
        "viewmodel-host", ["play", "--journal", "/dev/null"], input: "state")
      #expect(run.output == "")
      #expect(run.errors == "viewmodel-host: --journal /dev/null/state: Not a directory\n")
      #expect(run.end == .status(66))
    }

    @Test func aSessionThatHasAJournalTakesNoName() throws {
      let run = try CommandRun("viewmodel-host", ["play", "counter", "--journal", "/dev/null"])
      #expect(
        run.errors == """
          viewmodel-host: With --journal nothing is created: it takes no NAME, found counter \
          (try viewmodel-host play --help)

          """)
      #expect(run.output == "" && run.end == .status(64))
    }

    @Test func whatHasChangedNothingIsTakenBackToo() throws {
      let run = try play(["example.crash"], "say one\nundo\nundo")
      #expect(
        run.output == """
            (no outputs)
          say one: done
          no output has changed
          There is nothing to undo

          """)
    }

    /// What was refused is stepped over.
    @Test func severalStepsAreTakenBackAtOnce() throws {
      let run = try play(
        ["example.rows", "--parameters", #"{"count":1}"#],
        """
        insert 5 0
        bogus
        insert 6 0
        insert x 0
        undo 2
        redo 9
        undo
        redo 9
        undo now
        undo 0
        undo 1 2
        """)
      let lines = run.output.split(separator: "\n").filter { !$0.hasPrefix("insert") }
      #expect(
        lines.filter { $0.contains("count") || $0.contains(" step") }
          == [
            "  count   1", "* count   2", "* count   3",
            "* count   2", "* count   1", "* count   2", "* count   3",
            "There is nothing to redo after 2 steps", "* count   2", "* count   3",
            "There is nothing to redo after 1 step",
            "undo needs a number of steps from 1 to 1000; found now",
            "undo needs a number of steps from 1 to 1000; found 0",
            "undo needs a number of steps from 1 to 1000; found 1 2",
          ], "\(run.output)")
    }

    @Test func whatIsTypedIsTakenBackAndHadAgain() throws {
      let run = try play(
        ["counter"],
        "plusButtonDidTap\nplusButtonDidTap\nundo\nundo\nredo\nundo\nundo",
        host: "viewmodel-host")
      #expect(
        run.output == """
            count   0
            isEven  true
          * count   1
          * isEven  false
          plusButtonDidTap: done
          * count   2
          * isEven  true
          plusButtonDidTap: done
          * count   1
          * isEven  false
          * count   0
          * isEven  true
          * count   1
          * isEven  false
          * count   0
          * isEven  true
          There is nothing to undo

          """)
      #expect(run.errors == "")
      #expect(run.end == .status(1))
    }
  }
#endif
