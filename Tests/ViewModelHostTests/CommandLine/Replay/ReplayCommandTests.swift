import OperatingSystem
import TestSupport
import Testing

@testable import ViewModelHost

/// `replay`, run as a process at each distance: executors can be installed only before a process's
/// first task.
@Suite(.waitsForProcesses) nonisolated struct ReplayCommandTests {
  private func replay(
    _ paths: [String], _ options: [String] = [], host: String = "viewmodel-host"
  ) throws -> CommandRun {
    try CommandRun(host, ["replay"] + paths + options)
  }

  // MARK: The golden transcripts, and protocol.md

  @Test(arguments: Distance.allCases, [("", "viewmodel-host"), ("/Examples", "example-host")])
  func theGoldenTranscriptsAreAsExpected(
    distance: Distance, golden: (folder: String, host: String)
  ) throws {
    let folder = Repository.path("Tests/Transcripts\(golden.folder)")
    let names = try #require(Files.names(inFolder: folder)).filter { $0.hasSuffix(".transcript") }
    try #require(!names.isEmpty)
    let played = try expectAllPass(folder, at: distance, with: golden.host)
    #expect(played.names == names)
    // What one of them is about stands there, too.
    let found = "has found that the output shots of h had changed without a notification"
    #expect(played.errors.split(separator: "\n").allSatisfy { $0.hasSuffix(found) })
  }

  @Test(arguments: Distance.allCases)
  func theExamplesInTheProtocolAreTrue(distance: Distance) throws {
    let text = String(decoding: try Files.read(Repository.path("protocol.md")), as: UTF8.self)
    let blocks = text.split(separator: "```transcript\n").dropFirst()
      .compactMap { $0.split(separator: "```", omittingEmptySubsequences: false).first }
    try #require(blocks.count > 10)
    func asksForAnExample(_ block: Substring) -> Bool {
      block.split(separator: "\n").contains { $0.hasPrefix("-->") && $0.contains("\"example.") }
    }
    for (host, isWanted) in [("viewmodel-host", false), ("example-host", true)] {
      let folder = try TemporaryFolder()
      var names: [String] = []
      for (index, block) in blocks.enumerated() where asksForAnExample(block) == isWanted {
        names.append("protocol.md, block \(index + 101).transcript")
        _ = try folder.file(names[names.count - 1], String(block))
      }
      #expect(try expectAllPass(folder.path, at: distance, with: host).names == names)
    }
  }

  // MARK: What is not as expected

  static let create =
    #"--> {"jsonrpc":"2.0","id":1,"method":"viewModel/create","params":{"name":"counter","id":"c"}}"#
  static let created =
    #"<-- {"jsonrpc":"2.0","id":1,"result":{"id":"c","revision":0,"state":{"count":0,"isEven":true}}}"#

  @Test(arguments: Distance.allCases)
  func aDifferenceIsShownAndFails(distance: Distance) throws {
    let folder = try TemporaryFolder()
    let wrong = Self.created.replacing(#""count":0"#, with: #""count":1"#)
    let files = [
      try folder.file("good", "\(Self.create)\n\(Self.created)\n"),
      try folder.file("bad", "# a comment\n\(Self.create)\n\(wrong)\n"),
      try folder.file("unexpected", "\(Self.create)\n"),
      try folder.file("missing", "\(Self.create)\n\(Self.created)\n<-- {}\n"),
    ]
    let run = try replay(files, ["--distance", distance.rawValue])
    let got = Self.created.dropFirst(4)
    #expect(
      run.output == """
        ok      \(files[0])
        differs \(files[1])
          line 3
            expected \(wrong.dropFirst(4))
            got      \(got)
                     /result/state/count: expected 1, got 0
        differs \(files[2])
          after line 1
            unexpected \(got)
        differs \(files[3])
          line 3
            missing  {}
        Where that is as it should be, viewmodel-host replay --update writes it.
        1 passed, 3 failed

        """)
    #expect(run.end == .status(1))
  }

  @Test(arguments: Distance.allCases)
  func eachTranscriptHasAFreshHost(distance: Distance) throws {
    let folder = try TemporaryFolder()
    // Leaves an instance, a task that sleeps, and a time that is not 0.
    let file = try folder.file(
      "a",
      """
      --> {"jsonrpc":"2.0","id":1,"method":"viewModel/create","params":{"name":"user"}}
      <-- {"jsonrpc":"2.0","id":1,"result":{"id":"user-1","revision":0,"state":{"user":null}}}
      --> {"jsonrpc":"2.0","id":2,"method":"viewModel/call","params":{"id":"user-1","input":"fetch","arguments":[1]}}
      --> {"jsonrpc":"2.0","id":3,"method":"clock/advance","params":{"milliseconds":999}}
      <-- {"jsonrpc":"2.0","id":3,"result":{"now":999}}
      <-- {"jsonrpc":"2.0","id":2,"error":{"code":-32800,"message":"Cancelled: the instance user-1 was disposed"}}
      """)
    let run = try replay([file, file, file], ["--distance", distance.rawValue])
    #expect(run.output.hasSuffix("3 passed, 0 failed\n"), "\(run.output)")
  }

  @Test(arguments: Distance.allCases)
  func whatAViewModelPrintsIsNotInTheWay(distance: Distance) throws {
    let folder = try TemporaryFolder()
    let file = try folder.file(
      "a",
      """
      --> {"jsonrpc":"2.0","id":1,"method":"viewModel/create","params":{"name":"example.faulty","id":"f"}}
      <-- {"jsonrpc":"2.0","id":1,"result":{"id":"f","revision":0,"state":{"attempts":0}}}
      --> {"jsonrpc":"2.0","id":2,"method":"viewModel/call","params":{"id":"f","input":"say","arguments":["hello"]}}
      <-- {"jsonrpc":"2.0","method":"viewModel/update","params":{"updates":[{"id":"f","revision":1,"patch":[{"op":"replace","path":"/attempts","value":1}]}]}}
      <-- {"jsonrpc":"2.0","id":2,"result":{"value":5}}
      """)
    let run = try replay([file], ["--distance", distance.rawValue], host: "example-host")
    #expect(run.output == "ok      \(file)\n1 passed, 0 failed\n")
    #expect(run.errors == "hello\n")
  }

  /// In this process nothing else can continue, so there it is the end of all.
  @Test(arguments: Distance.allCases)
  func aHostThatStaysSilentIsNotWaitedForForEver(distance: Distance) throws {
    let folder = try TemporaryFolder()
    let call =
      #"{"jsonrpc":"2.0","id":2,"method":"viewModel/call","params":{"id":"f","input":"hang"}}"#
    let file = try folder.file(
      "a",
      """
      --> {"jsonrpc":"2.0","id":1,"method":"viewModel/create","params":{"name":"example.stuck","id":"f"}}
      <-- {"jsonrpc":"2.0","id":1,"result":{"id":"f","revision":0,"state":{}}}
      --> \(call)
      """)
    let run = try replay(
      [file], ["--distance", distance.rawValue, "--timeout", "1"], host: "example-host")
    if distance == .process {
      #expect(
        run.output == """
          differs \(file)
            line 3: no answer within 1 s
          0 passed, 1 failed

          """)
    } else {
      #expect(run.errors == "no answer within 1 s to \(call)\n")
    }
    #expect(run.end == .status(1))
  }

  @Test(arguments: Distance.allCases)
  func aTranscriptMayUseEveryID(distance: Distance) throws {
    let folder = try TemporaryFolder()
    let pings = ["replay/quiet", "replay/quiet/1", "replay/quiet"].map { id in
      """
      --> {"jsonrpc":"2.0","id":"\(id)","method":"ping"}
      <-- {"jsonrpc":"2.0","id":"\(id)","result":{}}

      """
    }
    let file = try folder.file("a", pings.joined())
    let run = try replay([file], ["--distance", distance.rawValue])
    #expect(run.output == "ok      \(file)\n1 passed, 0 failed\n")
  }

  // MARK: Files that cannot be used

  @Test func aFileOfAnotherFormIsNamedWithTheLine() throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("a", "--> {}\n\n{}\n")
    let good = try folder.file("good", "\(Self.create)\n\(Self.created)\n")
    let run = try replay([file, good])
    #expect(run.output.hasPrefix("failed  \(file):3: expected \"--> \""))
    #expect(run.output.hasSuffix("\nok      \(good)\n1 passed, 1 failed\n"))
    #expect(run.errors == "")
    #expect(run.end == .status(65))
  }

  /// As a recording is of a ViewModel that works on another thread.
  @Test func theSameStatesAtOtherTimesAreSaidToBeThat() throws {
    let folder = try TemporaryFolder()
    let file = try folder.file(
      "a",
      """
      --> {"jsonrpc":"2.0","id":1,"method":"viewModel/create","params":{"name":"counter","id":"c"}}
      <-- {"jsonrpc":"2.0","id":1,"result":{"id":"c","revision":0,"state":{"count":0,"isEven":true}}}
      --> {"jsonrpc":"2.0","method":"viewModel/input","params":{"id":"c","input":"plusButtonDidTap"}}
      --> {"jsonrpc":"2.0","id":2,"method":"ping"}
      <-- \(Line.update(1))
      <-- {"jsonrpc":"2.0","id":2,"result":{}}
      """)
    let run = try replay([file])
    #expect(
      run.output.hasSuffix(
        """
          The final states are the same; they are reached at other times, or in other steps. \
        c may work outside of the host's clock: on another thread, or with another clock.
        Where that is as it should be, viewmodel-host replay --update writes it.
        0 passed, 1 failed

        """), "\(run.output)")
  }

  @Test func aFileOrFolderWithNothingToReadIsAnError() throws {
    let folder = try TemporaryFolder()
    let missing = try replay([folder.path("missing")])
    #expect(missing.errors.hasSuffix("missing: No such file or directory\n"))
    #expect(missing.end == .status(66))
    let empty = try replay([folder.path])
    #expect(empty.errors.hasSuffix(": there is no file *.transcript\n"))
    #expect(empty.end == .status(66))
  }

  @Test func aFolderIsNoTranscript() throws {
    let folder = try TemporaryFolder()
    _ = try folder.file("a.transcript", "\(Self.create)\n\(Self.created)\n")
    try Files.makeFolder(folder.path("b.transcript"))
    let run = try replay([folder.path])
    #expect(run.output == "ok      \(folder.path("a.transcript"))\n1 passed, 0 failed\n")
    #expect(run.errors == "" && run.end == .status(0))
  }

  // MARK: Updating

  @Test(arguments: Distance.allCases)
  func anUpdateWritesWhatTheHostSays(distance: Distance) throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("a", "# one\n\(Self.create)\n# two\n<-- wrong\n")
    let options = ["--distance", distance.rawValue]
    let first = try replay([file], options + ["--update"])
    #expect(
      first.output
        == "updated \(file): 0 replaced, 1 added, 1 removed\n1 written, 0 same, 0 failed\n")
    #expect(first.end == .status(0))
    #expect(try folder.text("a") == "# one\n\(Self.create)\n# two\n\(Self.created)\n")
    let second = try replay([file], options + ["--update"])
    #expect(second.output == "same    \(file)\n0 written, 1 same, 0 failed\n")
    #expect(try replay([file], options).end == .status(0))
  }

  @Test func anUpdateThatCannotBeWrittenLeavesTheTranscript() throws {
    let folder = try TemporaryFolder()
    let text = "\(Self.create)\n<-- wrong\n"
    let file = try folder.file("a", text)
    // As on a full disk: no file may become longer than 0 blocks.
    let host = HostProcess.path("viewmodel-host")
    let child = try ChildProcess(
      "/bin/sh",
      ["-c", "trap '' XFSZ; ulimit -f 0; exec \(host) replay --update \(file) 2>&1"])
    child.input.close()
    let output = String(decoding: child.output.readAll(), as: UTF8.self)
    child.output.close()
    #expect(child.wait() == .status(73))
    #expect(output == "viewmodel-host: \(file): File too large\n")
    #expect(try folder.text("a") == text)
    #expect(Files.names(inFolder: folder.path) == ["a"])
  }

  @Test func anUpdateLeavesTheGoldenTranscriptsAsTheyAre() throws {
    let folder = try TemporaryFolder()
    let golden = Repository.path("Tests/Transcripts")
    for name in try #require(Files.names(inFolder: golden)) where name.hasSuffix(".transcript") {
      let text = String(decoding: try Files.read("\(golden)/\(name)"), as: UTF8.self)
      _ = try folder.file(name, text)
    }
    let run = try replay([folder.path], ["--update", "--distance", "memory"])
    #expect(run.output.split(separator: "\n").dropLast().allSatisfy { $0.hasPrefix("same ") })
  }
}
