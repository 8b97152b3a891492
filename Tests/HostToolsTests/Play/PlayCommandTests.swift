import LibC
import OperatingSystem
import TestSupport
import Testing

/// `play`, run as a process that reads from a pipe.
@Suite(.waitsForProcesses) nonisolated struct PlayCommandTests {
  private func play(
    _ arguments: [String], _ input: String, host: String = "example-host"
  ) throws -> CommandRun {
    try CommandRun(host, ["play"] + arguments, input: input)
  }

  @Test func theCounterCounts() throws {
    let run = try play(
      ["counter"], "plusButtonDidTap\nminusButtonDidTap\n\nstate\nbogus", host: "viewmodel-host")
    #expect(
      run.output == """
          count   0
          isEven  true
        * count   1
        * isEven  false
        plusButtonDidTap: done
        * count   0
        * isEven  true
        minusButtonDidTap: done
          count   0
          isEven  true
        counter has no input bogus; it has plusButtonDidTap, minusButtonDidTap

        """)
    #expect(run.errors == "")
    #expect(run.end == .status(1))
  }

  @Test func whatAnInputWouldDoIsShownAndNotDone() throws {
    let run = try play(
      ["counter"], "try plus\ntry minusButtonDidTap 1\nplus\ntry\ntry help\n",
      host: "viewmodel-host")
    #expect(
      run.output == """
          count   0
          isEven  true
        try plusButtonDidTap:
        * count   1
        * isEven  false
        there are too many arguments: minusButtonDidTap takes none
        * count   1
        * isEven  false
        plusButtonDidTap: done
        Try which input?
        help is no input

        """)
    #expect(run.end == .status(1))
  }

  @Test func aCrashThatWouldComeIsShown() throws {
    let run = try play(["example.crash"], "try fatalError\nsay x\n")
    let lines = run.output.split(separator: "\n")
    #expect(lines.dropFirst().first == "try fatalError:")
    #expect(lines.dropFirst(2).first?.hasPrefix("the host would crash: ended by SIG") == true)
    #expect(lines.dropFirst(2).first?.hasSuffix("Fatal error: boom") == true)
    #expect(lines.last == "say x: done")
    #expect(run.end == .status(0))
  }

  /// It looks as when the input is done, but no service is asked.
  @Test func whatWouldFailAndWouldBeAskedIsShown() throws {
    let failed = try play(["example.division"], "divide true\ntry divide true\ntry nothing\n")
      .output
      .split(separator: "\n").dropFirst()
    #expect(failed.count == 5)
    #expect(failed.dropFirst().first == "try divide true:")
    #expect(
      failed.first?.hasPrefix("divide true: ") == true
        && failed.first?.hasSuffix(" (-32602)") == true)
    #expect(failed.dropFirst(2).first == failed.first)
    #expect(failed.last == "example.division has no input nothing; it has divide, inverse")

    let asked = try play(["foos.caught"], "try refresh\n", host: "viewmodel-host")
    #expect(asked.output == "  foos  null\ntry refresh:\nit would ask foos {}\n")
  }

  @Test func servicesAreAnsweredByWhoTypes() throws {
    let run = try play(["foos.caught"], "refresh\n= [\"f1\"]\nrefresh\n", host: "viewmodel-host")
    #expect(
      run.output == """
          foos  null
        refresh: done
        ? foos {}
        * foos  ["f1"]
        refresh: done
        ? foos {}
        ! error "No answer: the input has ended"

        """)
    #expect(run.end == .status(0))
  }

  @Test func whatAListLoadsOnItsOwnIsShown() throws {
    let folder = try TemporaryFolder()
    _ = try folder.file("one", "")
    _ = try folder.file("two", "")
    let run = try play(
      ["list", "--parameters", #"{"folder":"\#(folder.path)"}"#], "viewWillAppear\n",
      host: "viewmodel-host")
    #expect(
      run.output.hasSuffix(
        """
        * items    [{"id":"one","name":"one"},{"id":"two","name":"two"}]
          loading  false
        viewWillAppear: done

        """), "\(run.output)")
  }

  @Test func theEndOfTheInputWaitsForWhatRuns() throws {
    let run = try play(["example.faulty"], "failLater\nsay hello\nfailLater")
    // Time is real: in which order they end, and in how many turns, is not fixed.
    let lines = run.output.split(separator: "\n")
    #expect(lines.first == "  attempts  0")
    #expect(lines.last(where: { $0.contains("attempts") }) == "* attempts  3")
    #expect(lines.count { $0 == "failLater: this never works either (-32007)" } == 2)
    #expect(lines.contains("say hello: 5"))
    #expect(run.errors == "hello\n")
    // They have failed.
    #expect(run.end == .status(1))
  }

  /// The result comes a second after the input has returned, and only timers of the process know of
  /// it.
  @Test(arguments: [
    "user.relays", "user.observer", "user.protocols", "user.injected", "user.method", "user.task",
    "user.combine",
  ])
  func theEndOfTheInputWaitsForWorkWithoutAnInput(name: String) throws {
    let run = try play([name], "fetch 7\n", host: "viewmodel-host")
    #expect(
      run.output == """
          user  null
        fetch 7: done
        * user  {"id":7}

        """)
    #expect(run.errors == "")
    #expect(run.end == .status(0))
  }

  /// No input runs, and no timer is set, while a task on another thread waits for the command.
  @Test func theEndOfTheInputWaitsForTasksOnOtherThreads() throws {
    let command = #"{"command":["sh","-c","sleep 1; echo late"]}"#
    let run = try play(["finder", "--parameters", command], "", host: "viewmodel-host")
    #expect(run.output.contains("\n* total        1\n"), "\(run.output)")
    #expect(run.errors == "")
    #expect(run.end == .status(0))
  }

  @Test func whatIsNotWaitedForIsNamed() throws {
    let run = try play(["example.stopwatch", "--wait", "1"], "tick\n")
    #expect(run.output.contains("* ticks    1\n"))
    #expect(run.errors.hasPrefix("Something may still change: "))
    #expect(run.errors.hasSuffix(". --wait SECONDS waits longer.\n"))
    #expect(run.end == .status(0))
  }

  @Test func theBeginningOfANameIsEnough() throws {
    let run = try play(["counter"], "plus\nexit\nplus\n", host: "viewmodel-host")
    #expect(run.output.hasSuffix("* isEven  false\nplusButtonDidTap: done\n"))
    #expect(run.end == .status(0))
  }

  @Test func quitDoesNotWait() throws {
    let run = try play(["example.download"], "start\nquit\nstart\n")
    #expect(run.output.hasPrefix("  phase  \"idle\"\n* phase  \"running\"\n"), "\(run.output)")
    #expect(!run.output.contains("done"))
    #expect(run.end == .status(0))
  }

  @Test func whatWasTypedBeforeQuitIsDone() throws {
    let run = try play(["counter"], "plusButtonDidTap\nquit\nplusButtonDidTap\n")
    #expect(
      run.output == """
          count   0
          isEven  true
        * count   1
        * isEven  false
        plusButtonDidTap: done

        """)
    #expect(run.end == .status(0))
  }

  /// Standard input stays open: the end of the output alone is what ends it.
  @Test func itEndsWithoutAReader() throws {
    let host = try HostProcess("viewmodel-host", ["play", "counter"])
    host.child.output.close()
    #expect(host.child.wait() == .status(0))
    host.child.input.close()
  }

  @Test func itEndsWhenThereIsNoOutput() throws {
    let host = HostProcess.path("viewmodel-host")
    let child = try ChildProcess("/bin/sh", ["-c", "exec \(host) play counter >&-"])
    #expect(child.wait() == .status(0))
    child.input.close()
    child.output.close()
  }

  @Test func whatItUsesIsCreatedFirst() throws {
    let output = """
      form:
        name  ""
        tags  []
      example.preview:
        text  "nobody"
      form:
      * name  "Ada"
        tags  []
      example.preview:
      * text  "Ada"
      form.rename Ada: done

      """
    #expect(try play(["example.preview"], "form.rename Ada").output == output)
    let named = try play(["example.preview", "--uses", "form=example.form"], "form.rename Ada")
    #expect(named.output == output)
  }

  @Test func aCrashNamesItsInputAndKeepsWhatWasBefore() throws {
    let run = try play(["example.crash"], "say one\nsay two\nfatalError\nsay three\n")
    #expect(run.output == "  (no outputs)\nsay one: done\nsay two: done\n")
    // That something takes long is said where the machine is busy.
    let errors = run.errors.split(separator: "\n").filter { !$0.contains(" has not returned for ") }
    #expect(errors.prefix(2) == ["one", "two"])
    // Which signal a trap is depends on the processor.
    let last = errors.last ?? ""
    #expect(last.hasPrefix("The host ended by SIG"))
    #expect(
      last.hasSuffix(
        " during fatalError: ExampleViewModels/CrashViewModel.swift:11: Fatal error: boom"))
    #expect(run.end == .status(1))
  }

  /// Swift writes a report while the host dies, which here lasts until something has been said of
  /// a silent host.
  @Test(arguments: [["--wait", "10"], ["--supervised", "--hang", "1"]])
  func aHostThatIsDyingIsNotSaidToHang(options: [String]) throws {
    let reporter =
      #"until grep -q -e 'has crashed' -e 'not return' '%s' || ! kill -0 $PPID; do sleep 0.1; done"#
    let run = try CommandRun(
      "example-host", ["play", "example.crash"] + options, input: "say one\nfatalError\n",
      after: """
        printf "#!/bin/sh\n\(reporter)\n" "$errors" > "$errors.sh"; chmod +x "$errors.sh"
        export SWIFT_BACKTRACE="interactive=no,swift-backtrace=$errors.sh"
        """)
    let words = "The host has crashed during fatalError; it writes a report before it ends."
    #expect(run.errors.split(separator: "\n").contains { $0.hasSuffix(words) }, "\(run.errors)")
    #expect(!(run.output + run.errors).contains("not return"), "\(run.output)\(run.errors)")
    #expect((run.output + run.errors).contains("Fatal error: boom"))
  }

  /// From a pipe it is waited for, and a signal may end it.
  @Test func anInputThatHangsIsNamed() throws {
    let host = try HostProcess(
      ChildProcess(
        "/bin/sh",
        ["-c", "exec \"$1\" play example.stuck 2>&1", "sh", HostProcess.path("example-host")]))
    host.write("hang\n")
    var said = ""
    while !said.hasSuffix("\n") || !said.contains("hang") {
      var bytes = [UInt8](repeating: 0, count: 1_000)
      let outcome = bytes.withUnsafeMutableBytes { host.child.output.read(into: $0) }
      guard case .bytes(let count) = outcome else { break }
      said += String(decoding: bytes.prefix(count), as: UTF8.self)
    }
    #expect(said.contains("hang has not returned for 2 s; Control-C ends the host.\n"))
    host.child.send(SIGINT)
    #expect(host.finish().end == .signal(Int(SIGINT)))
  }

  @Test func aHostThatIsNotSupervisedGivesNothingUp() throws {
    let run = try play(["example.stuck", "--hang", "1"], "")
    #expect(run.errors.hasPrefix("viewmodel-host: --hang needs --supervised "), "\(run.errors)")
    #expect(run.end == .status(64))
  }

  @Test func undoNeedsASupervisedHost() throws {
    let run = try play(["example.form"], "undo 2\nredo\n")
    #expect(
      run.output.hasSuffix(
        """

        undo needs a supervised host: play example.form --supervised
        redo needs a supervised host: play example.form --supervised

        """), "\(run.output)")
    #expect(run.end == .status(1))
  }

  @Test func theMemoryOfTheHostHasALimit() throws {
    let run = try play(["example.stuck", "--memory-limit", "1"], "")
    #expect(run.errors.contains("The host ended by "), "\(run.errors)")
    #expect(run.end == .status(1))
  }

  @Test func parametersAreGivenAsJSON() throws {
    let run = try play(
      ["example.plain", "--parameters", #"{"titles":["a"],"start":3}"#], "addUp [1, 2]\n")
    #expect(
      run.output == """
          items  [{"id":0,"title":"a"}]
          sum    3
          items  [{"id":0,"title":"a"}]
        * sum    6
        addUp [1, 2]: 6

        """)
  }

  /// On standard error, which is passed on.
  @Test func aWarningIsShownOnce() throws {
    let run = try play(["example.half"], "hit\nmiss\nstate\nmiss\nstate\n")
    let words = "viewModel/snapshot has found that the output shots of example.half had changed"
    let lines = (run.output + run.errors).split(separator: "\n").filter { $0.contains("warning") }
    #expect(lines.count == 1 && lines.first?.contains(words) == true, "\(run.output)\(run.errors)")
    #expect(!run.output.contains(words))
  }

  @Test func whatCannotBeCreatedFails() throws {
    let run = try play(["example.faulty", "--parameters=[\"no luck\"]"], "say never\n")
    #expect(run.output == "")
    #expect(run.errors == "example.faulty was not created: no luck\n")
    #expect(run.end == .status(1))
  }

  @Test(arguments: [
    (
      ["example.faulty", "--parameters", "{"],
      """
      --parameters: expected JSON: an object, such as {"NAME":VALUE}, or an array in order; a list in it is \
      ["A","B"], and a text stands in quotes. Found {: expected a key in double quotes or '}'
      """
    ),
    (["example.preview", "--uses", "form"], "--uses: expected ROLE=NAME, found form"),
    (
      ["example.preview", "--uses", "list=counter"],
      "--uses: example.preview has no role list; it has form"
    ),
    (
      ["example.preview", "--uses", "form=bogus"], "There is no ViewModel bogus; list names all"
    ),
    (["--wait", "1"], "Which NAME? There are "),
  ])
  func whatMakesNoSenseIsAUsageError(arguments: [String], message: String) throws {
    let run = try play(arguments, "")
    #expect(run.output == "")
    #expect(run.errors.hasPrefix("viewmodel-host: \(message)"))
    #expect(run.end == .status(64))
  }

  @Test func manyLinesNeverBlock() throws {
    let folder = try TemporaryFolder()
    let lines = String(repeating: "plusButtonDidTap\n", count: 20_000)
    let file = try folder.file("lines", lines)
    let host = HostProcess.path("viewmodel-host")
    let child = try ChildProcess("/bin/sh", ["-c", "\(host) play counter <\(file)"])
    child.input.close()
    let output = String(decoding: child.output.readAll(), as: UTF8.self)
    child.output.close()
    #expect(child.wait() == .status(0))
    #expect(output.hasSuffix("* count   20000\n* isEven  true\nplusButtonDidTap: done\n"))
  }
}
