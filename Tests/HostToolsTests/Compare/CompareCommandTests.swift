import TestSupport
import Testing

/// `compare`, run as a process: executors can be installed only before a process's first task.
@Suite(.waitsForProcesses) nonisolated struct CompareCommandTests {
  private func compare(
    _ arguments: [String], transcripts: String = Repository.scenarios,
    sources: String = Repository.path("Sources")
  ) throws -> CommandRun {
    let folders = ["--transcripts", transcripts, "--sources", sources]
    return try CommandRun("viewmodel-host", ["compare"] + arguments + folders)
  }

  /// An error finishes the pipeline, and a later fetch asks nothing. That of an asynchronous
  /// function ends only the call.
  @Test func differencesAreShownStepByStep() throws {
    let run = try compare(["example", "--only", "004-02", "--unmeasured"])
    #expect(
      run.output == """
                             lines inputs outputs events
        example.combine         25      1       2      0
        example.concurrency     20      1       2      0

        The same for all who take part: 0 of 2 conversations

        004-02-combine
          A fetch fails: the error finishes the pipeline, and a later fetch does
          nothing.
          A  example.combine
          B  example.concurrency
                1000 ms  fetch
            B              asks example 2

        004-02-concurrency
          A fetch fails, and a later one brings the state; the error stays, as nobody
          clears it.
          A  example.combine
          B  example.concurrency
                1000 ms  fetch
            B              asks example 2
            B   1300 ms  example 2 answers {v 1}
            B              state = {example {v 1}}

        """)
    #expect(run.errors == "")
    #expect(run.end == .status(0))
  }

  /// All scenarios of a search hold for its three styles, so that nothing is left to show; and what
  /// is measured is measured of each.
  @Test func whatIsAlikeIsNamedOnceAndMeasured() throws {
    let run = try compare(["search"])
    let lines = run.output.split(separator: "\n")
    for name in ["search.rx", "search.combine", "search.async"] {
      let line = try #require(lines.first { $0.hasPrefix("\(name) ") })
      let cells = line.split(separator: " ")
      try #require(cells.count == 8)
      #expect(cells[2...4] == ["1", "1", "1"])
      #expect(try #require(Int(cells[5])) > 0)
      #expect(try #require(Double(cells[6])) > 0)
    }
    let names = "disposed empty fails latest pause retry same".split(separator: " ")
    let alike = try #require(run.output.firstMatch(of: /who take part: (\d+) of (\d+) conv/))
    #expect(alike.1 == alike.2 && alike.1 != "0")
    #expect(names.allSatisfy { run.output.contains("000-search-\($0)") })
    #expect(lines.last?.contains("000-search-same") == true)
  }

  @Test(arguments: [
    ("user", 13), ("chain", 3), ("list", 3), ("pager", 2), ("foos", 7), ("parallel", 5),
    ("counter", 4),
  ])
  func aFamilyIsAllOfItsNames(name: String, count: Int) throws {
    let run = try compare([name, "--unmeasured"])
    let rows = run.output.split(separator: "\n").dropFirst().prefix(count)
    #expect(rows.count == count)
    #expect(rows.allSatisfy { $0 == name || $0.hasPrefix("\(name) ") || $0.hasPrefix("\(name).") })
    #expect(run.output.contains("\n\nThe same for all who take part: "))
    #expect(run.end == .status(0))
  }

  /// `user` alone stands for its family; beside another name it stands for itself.
  @Test func severalNamesAreThemselves() throws {
    let run = try compare(["user", "user.task", "--unmeasured", "--only", "000-15"])
    #expect(run.output.hasPrefix("           lines inputs outputs events\nuser          "))
    #expect(run.output.contains("  A  user\n  B  user.task\n"))
    #expect(!run.output.contains("user.goal"))
  }

  /// The list of a pager has to be one that it can use.
  @Test func whoUsesAnotherGetsOneOfItsOwn() throws {
    let run = try compare(["pager", "--unmeasured", "--only", "001-pager-shares"])
    #expect(run.output.contains("The same for all who take part: 1 of 1 conversations"))
  }

  /// What one transcript says of itself need not be so for another with the same lines.
  @Test func eachTranscriptHasItsOwnDescription() throws {
    let run = try compare(["counter", "--unmeasured", "--only", "002-02"])
    #expect(
      run.output.contains(
        """
        002-02-property
          A tap before anybody observes counts, as the state is a property.
        002-02
          A tap before anybody observes is lost: the stream is only subscribed by then.
        """))
  }

  /// `executing` is observed there, which five of them have not got.
  @Test func whatNotAllHaveIsNotObserved() throws {
    let run = try compare(["foos", "--unmeasured", "--only", "003-14"])
    let letters = run.output.split(separator: "\n").filter { $0.hasPrefix("  ") }
    for name in ["naive", "caught", "misprint", "silent", "driver", "action", "enabled"] {
      #expect(letters.contains { $0.contains("foos.\(name)") }, "\(name)")
    }
    #expect(!run.output.contains("In none of them"))
  }

  @Test func aDrawingHasARowForEachViewModel() throws {
    let run = try compare(["foos.caught", "foos.driver", "--only", "003-03", "--draw"])
    #expect(
      run.output == """
        foos.caught, foos.driver in 003-03

        ms            0   100   500  600        1000  1100
        refresh      ─●─────────●───────────────●───────────
        foos.caught  ─?1──[f1]──?2───error net──?3────[f2]──
        foos.driver  ─?1──[f1]──?2───[]─────────────────────

        ● input or event without a value, ?1 first call of a service

        """)
    let picture = try compare(["foos", "--only", "003-03", "--svg"])
    #expect(picture.output.hasPrefix("<svg "))
    #expect(picture.output.contains(">viewmodel-host compare foos --only 003-03 --draw</text>"))
  }

  /// A cancellation is not reported as an error.
  @Test func aCancelledChainPrintsNothing() throws {
    let run = try compare(["chain", "--only", "000-19"])
    #expect(run.output.contains("000-19-async"))
    #expect(run.errors == "")
  }

  /// The article's asynchronous chain prints an error.
  @Test func whatIsPrintedHasTheNameOfWhoPrintsIt() throws {
    let run = try compare(["chain", "--only", "000-13-async"])
    #expect(
      run.errors
        == "viewmodel-host: chain.async in 000-13-async prints: The chain has failed: net\n")
    #expect(run.end == .status(0))
  }

  @Test func whoTakesPartInNothingIsNamed() throws {
    let run = try compare(["user.task", "user", "counter", "--unmeasured", "--only", "000-0"])
    #expect(run.output.contains("\nIn none of them: counter\n"))
  }

  @Test func whatIsNotThereIsSaid() throws {
    let empty = try TemporaryFolder()
    let faulty = try TemporaryFolder()
    let file = try faulty.file("faulty.transcript", "# A comment\nneither of the forms\n")
    for (run, status, message) in [
      (try compare([]), 64, "compare needs a NAME (try viewmodel-host compare --help)"),
      (
        try compare(["bogus"]), 64,
        "There is no ViewModel bogus; list names all (try viewmodel-host compare --help)"
      ),
      (
        try compare(["user.task"]), 64,
        "There is only user.task, and no other to compare it with (try viewmodel-host compare --help)"
      ),
      (
        try compare(["foos"], transcripts: empty.path("none")), 66,
        "There is no folder \(empty.path("none")); --transcripts FOLDER says where they are"
      ),
      (
        try compare(["foos"], transcripts: faulty.path), 65,
        "\(file):2: expected \"--> \", \"<-- \", a comment with \"#\" or an empty line, "
          + "found neither of the forms"
      ),
      (
        try compare(["chain", "--only", "999"]), 66,
        "No transcript in \(Repository.scenarios) whose name starts with 999 (--only) says "
          + "\"# Styles: \" and one of chain.callback, chain.rx, chain.async"
      ),
      (
        try compare(["user", "counter"]), 66,
        "No transcript of user, counter in \(Repository.scenarios) can be played to two of them: they "
          + "differ in their inputs, parameters or services"
      ),
    ] {
      #expect(run.output == "")
      #expect(run.errors == "viewmodel-host: \(message)\n")
      #expect(run.end == .status(status))
    }
    let run = try compare(["example", "--unmeasured"], sources: empty.path)
    #expect(run.output.contains("\nexample.combine          –"))
    #expect(
      run.output.contains(
        "\nThere is no Swift file in \(empty.path); --sources FOLDER says where they are.\n"))
    #expect(run.end == .status(0))
  }
}
