import LibC
import OperatingSystem
import TestSupport
import Testing

/// `viewmodel-host attach`: lines of words in, a line out for each. What a script needs beyond this
/// is tested by `clients/shell/test`, and by the judge.
@Suite(.waitsForProcesses) struct AttachCommandTests {
  private func replies(_ words: [String], _ options: [String] = []) throws -> [String] {
    let run = try CommandRun(
      "viewmodel-host", ["attach"] + options, input: words.map { "\($0)\n" }.joined())
    #expect(run.end == .status(0))
    return run.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      .map(String.init)
  }

  @Test func eachLineIsAnswered() throws {
    let replies = try replies([
      "create counter --id c", "call c plusButtonDidTap", "get c count", "input c plusButtonDidTap",
      "wait c count=2", "json c", "revision c", "dispose c", "get c",
    ])
    #expect(
      replies == [
        #"0 {"id":"c","revision":0,"state":{"count":0,"isEven":true}}"#, "0 null", "0 1", "0",
        "0 2",
        #"0 {"count":2,"isEven":true}"#, "0 2", "0 {}", "5 there is no instance c",
      ])
  }

  /// Ids are the same if their code units are ([B11] of protocol.md).
  @Test func wordsMayHaveBlanks() throws {
    let replies = try replies([
      "create\u{1F}counter\u{1F}--id\u{1F}a \u{E9}",
      "create\u{1F}counter\u{1F}--id\u{1F}a e\u{301}",
      "call\u{1F}a \u{E9}\u{1F}plusButtonDidTap", "get\u{1F}a \u{E9}\u{1F}count",
      "get\u{1F}a e\u{301}\u{1F}count",
    ])
    #expect(replies.suffix(2) == ["0 1", "0 0"])
  }

  @Test(
    arguments: [
      ("create", "2 NAME is missing"), ("create counter --id", "2 --id needs a value"),
      ("create counter --uses {", "2 --uses: expected JSON, found {: "),
      ("create nobody", #"3 viewmodel-host has no ViewModel "nobody"; it has counter, "#),
      ("get x", "5 there is no instance x"),
      ("window x y z 1", "5 there is no instance x"), ("pid more", "2 more is not expected"),
      ("news", "2 the command news needs the option --news"), ("end 5", "2 there is no call 5"),
      ("timeout 0", "2 SECONDS: 1 to 86400"), ("wait x count", "2 expected OUTPUT=JSON"),
    ])
  func aMistakeIsNamed(line: String, reply: String) throws {
    let replies = try replies([line, "request ping"])
    #expect(replies.count == 2)
    #expect(replies[0].lowercased().hasPrefix(reply.lowercased()), "\(replies)")
    #expect(replies.last == "0 {}")
  }

  /// Also where more is said than a pipe holds.
  @Test func nothingIsLostAtTheEnd() throws {
    let replies = try replies(
      ["create counter --id c"] + Array(repeating: "get c count", count: 20_000))
    #expect(replies.count == 20_001)
    #expect(replies.last == "0 0")
  }

  @Test func aLineFeedInAWordAndAnEmptyWord() throws {
    let run = try CommandRun(
      "viewmodel-host", ["attach", "--", HostProcess.path("example-host")],
      input: [
        "create example.form --id f", "call\u{1F}f\u{1F}rename\u{1F}a\u{1E}b", "json f name",
        "call\u{1F}f\u{1F}rename\u{1F}", "json f name",
      ].map { "\($0)\n" }.joined())
    let replies = run.output.split(separator: "\n")
    #expect(replies[2...] == [#"0 "a\nb""#, "0 null", #"0 """#])
  }

  @Test func inATurnNothingWaits() throws {
    let replies = try replies([
      "create counter --id c", "turn", "input c plusButtonDidTap", "call c plusButtonDidTap",
      "restart", "input c plusButtonDidTap", "send", "call c plusButtonDidTap", "get c count",
      "revision c",
    ])
    let words = "waits for the host, which gets the turn with send"
    #expect(replies[3...4] == ["2 call \(words)", "2 restart \(words)"])
    #expect(replies.suffix(2) == ["0 3", "0 2"], "the turn is one update")
  }

  #if os(Linux)
    @Test func whatAnUndoBringsBackIsKnown() throws {
      let replies = try replies(
        [
          "create counter --id c", "call c plusButtonDidTap", "dispose c",
          "create counter --id d", "call d plusButtonDidTap", "request session/undo",
          "request session/undo", "get c count",
        ], ["--supervised"])
      #expect(replies.last == "0 0")
    }
  #endif

  /// A service that has closed its output, or has left it to another process, has ended when its process has.
  @Test(
    arguments: [
      ("exec >&-; sleep 60", "124 the time is over"),
      (
        #"sleep 60 & echo '{"items":[{"id":"1","name":"a"}],"pages":{"currentPage":1}}'"#, "0 false"
      ),
    ])
  func aServiceThatKeepsItsOutput(command: String, reply: String) throws {
    let replies = try replies(
      ["create list --id l", "call l viewWillAppear", "wait l loading=false"],
      ["--timeout", "3", "--service", "items=\(command)"])
    #expect(replies.last == reply)
  }

  @Test func aServiceIsACommandOfTheShell() throws {
    let replies = try replies(
      ["create list --id l", "call l viewWillAppear", "wait l loading=false", "json l items"],
      ["--service", #"items=echo '{"items":[{"id":"1","name":"a"}],"pages":{"currentPage":1}}'"#])
    #expect(replies.last == #"0 [{"id":"1","name":"a"}]"#)
  }

  /// Of what it prints no more than 16 MB is kept.
  @Test func aServiceThatPrintsWithoutEndIsEnded() throws {
    let replies = try replies(
      ["create list --id l", "call l viewWillAppear", "wait l loading=false", "news"],
      ["--news", "--service", "items=yes"])
    #expect(replies.last?.contains(#""value":"it prints more than 16777216 bytes""#) == true)
  }

  /// The pipe ends when no process holds it open: when the service has ended.
  @Test(arguments: [SIGHUP, SIGINT, SIGTERM])
  func aSignalEndsTheServicesToo(signal: CInt) throws {
    let folder = try TemporaryFolder()
    let path = folder.path("pipe")
    #expect(mkfifo(path, 0o600) == 0)
    let attach = try HostProcess(
      "viewmodel-host",
      ["attach", "--service", "items=exec 3>'\(path)'; echo begun >&3; exec sleep 1000"])
    attach.write("create list --id l\ncall l viewWillAppear\n")
    let service = try #require(Descriptor.open(path, O_RDONLY))
    var first: [UInt8] = [0]
    let read = first.withUnsafeMutableBytes { service.read(into: $0) }
    #expect(read == .bytes(1))
    attach.child.send(signal)
    #expect(String(decoding: service.readAll(), as: UTF8.self) == "egun\n")
    service.close()
    #expect(attach.finish().end == .status(0))
  }

  @Test(
    arguments: [
      (["--log", "loud"], "--log: expected one of debug, info, warning, error, off, found loud"),
      (["--service", "a=b", "--service", "a=c"], "--service: a is given twice"),
      (["--service", "a"], "--service: expected NAME=COMMAND, found a"),
    ])
  func aWrongOptionIsNamed(options: [String], words: String) throws {
    let run = try CommandRun("viewmodel-host", ["attach"] + options)
    #expect(run.end == .status(64))
    #expect(run.errors.hasPrefix("viewmodel-host: \(words) (try "), "\(run.errors)")
  }

  @Test func aHostThatIsNotThere() throws {
    let replies = try replies(["create counter"], ["--", "/no/such/host"])
    #expect(replies.count == 1)
    #expect(
      replies[0].hasPrefix(
        "127 cannot start the host /no/such/host: there is no such program. Install"))
  }

  @Test func aProgramThatIsNoHost() throws {
    #expect(
      try replies(["request ping"], ["--", "cat"])[0].hasPrefix("8 cat is no viewmodel-host: "))
    let replies = try replies(["request ping", "request ping"], ["--", "echo", "hello"])
    #expect(Set(replies) == ["8 echo is no viewmodel-host: hello"])
  }
}
