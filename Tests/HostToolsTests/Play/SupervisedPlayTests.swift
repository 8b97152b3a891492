#if os(Linux) && !MAIN_QUEUE
  import TestSupport
  import Testing

  /// `play` with a supervised host.
  @Suite(.waitsForProcesses) nonisolated struct SupervisedPlayTests {
    private func play(
      _ arguments: [String], _ input: String, host: String = "example-host"
    ) throws -> CommandRun {
      try CommandRun(host, ["play", "--supervised"] + arguments, input: input)
    }

    @Test func anInputThatHangsIsGivenUp() throws {
      let run = try play(["example.stuck", "--hang", "1"], "hang\nstate\n")
      let given = "it did not return for 1 s"
      #expect(
        run.output == """
            (no outputs)
          Another process goes on: \(given)
          hang: The host crashed, and goes on without this: \(given) (-32017)
            (no outputs)

          """)
      #expect(run.end == .status(1))
    }

    @Test func whatHasChangedNothingIsTakenBackToo() throws {
      let run = try play(["example.crash"], "say one\nundo\nundo")
      #expect(
        run.output == """
            (no outputs)
          say one: done
          nothing that is shown has changed
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
        undo now
        undo 0
        undo 1 2
        """)
      let lines = run.output.split(separator: "\n").filter { !$0.hasPrefix("insert") }
      #expect(
        lines.filter { $0.contains("count") || $0.contains(" steps") }
          == [
            "  count   1", "* count   2", "* count   3",
            "* count   2", "* count   1", "* count   2", "* count   3",
            "There is nothing to redo after 2 steps",
            "undo takes how many steps, from 1 to 1000; found now",
            "undo takes how many steps, from 1 to 1000; found 0",
            "undo takes how many steps, from 1 to 1000; found 1 2",
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
