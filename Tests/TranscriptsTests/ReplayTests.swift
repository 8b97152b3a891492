import Testing
import Transcripts

/// Playing a transcript, and the report on what came of it.
@Suite struct ReplayTests {
  static let host: [String: [String]] = [
    "a": [#"{"id":1,"result":{"now":3}}"#], "b": ["x", "y"], "end": ["z"],
  ]

  @Test(arguments: [
    "", "# only a comment", "--> nothing\n", "--> a\n<-- {\"id\":1,\"result\":{\"now\":3}}",
    "--> a\n# with spaces\n\n<-- { \"id\": 1, \"result\": { \"now\": 3 } }\n--> b\n<-- x\n<-- y\n",
  ])
  func whatIsAsExpectedHasNoReport(text: String) throws {
    let replay = Replay(of: try Transcript(text), over: ScriptedHost(Self.host))
    #expect(replay.isAsExpected)
    #expect(replay.report == "")
  }

  @Test(arguments: [
    (
      "--> a\n<-- {\"id\":1,\"result\":{\"now\":2}}",
      """
        line 2
          expected {"id":1,"result":{"now":2}}
          got      {"id":1,"result":{"now":3}}
                   /result/now: expected 2, got 3

      """
    ),
    ("--> b\n<-- x\n", "  after line 2\n    unexpected y\n"),
    ("--> b\n<-- y\n", "  after line 1\n    unexpected x\n"),
    (
      "--> b\n# c\n--> none", "  after line 1\n    unexpected x\n  after line 1\n    unexpected y\n"
    ),
    ("--> none\n<-- x\n", "  line 2\n    missing  x\n"),
    // What comes at the wrong place is missing at the right one.
    (
      "--> b\n--> none\n<-- x\n<-- y",
      """
        after line 1
          unexpected x
        after line 1
          unexpected y
        line 3
          missing  x
        line 4
          missing  y

      """
    ),
    // A host says nothing unasked.
    ("<-- x\n--> b\n<-- x\n<-- y", "  line 1\n    missing  x\n"),
  ])
  func whatDiffersIsReportedWithItsPlace(text: String, report: String) throws {
    let replay = Replay(of: try Transcript(text), over: ScriptedHost(Self.host))
    #expect(!replay.isAsExpected)
    #expect(replay.report == report)
  }

  @Test func whatComesAtTheEndBelongsToTheLastLine() throws {
    let host = { ScriptedHost(Self.host, rest: HostAnswer(lines: ["rest"])) }
    #expect(Replay(of: try Transcript("--> end\n<-- z\n<-- rest\n"), over: host()).isAsExpected)
    #expect(
      Replay(of: try Transcript("--> end\n<-- z\n"), over: host()).report
        == "  after line 2\n    unexpected rest\n")
    #expect(
      Replay(of: try Transcript("# nothing is sent"), over: host()).report
        == "  at the start\n    unexpected rest\n")
  }

  @Test func aProblemEndsThePlay() throws {
    let host = ScriptedHost(Self.host, problems: ["b": "no answer within 10 s"])
    let replay = Replay(of: try Transcript("--> b\n<-- x\n<-- y\n--> a\n<-- never"), over: host)
    #expect(!replay.isAsExpected)
    #expect(replay.report == "  line 1: no answer within 10 s\n")
    #expect(host.received == ["b"])
  }

  @Test func aBadEndIsAProblemToo() throws {
    let host = ScriptedHost(Self.host, rest: HostAnswer(problem: "the host ended with status 3"))
    let replay = Replay(of: try Transcript("--> b\n<-- x\n<-- y"), over: host)
    #expect(!replay.isAsExpected)
    #expect(replay.report == "  at the end: the host ended with status 3\n")
  }

  @Test func linesAreSentAsTheyStand() throws {
    let host = ScriptedHost([:])
    _ = Replay(of: try Transcript("-->  {\"a\" : 1} \n-->\n--> no JSON"), over: host)
    #expect(host.received == [" {\"a\" : 1} ", "", "no JSON"])
  }

  @Test func aReportNamesOnlySomeOfManyMembers() throws {
    let numbers = (0..<20).map { "\($0)" }.joined(separator: ",")
    let zeros = (0..<20).map { _ in "-1" }.joined(separator: ",")
    let host = ScriptedHost(["a": ["[\(numbers)]"]])
    let replay = Replay(of: try Transcript("--> a\n<-- [\(zeros)]"), over: host)
    #expect(replay.report.split(separator: "\n").count == 14)
    #expect(replay.report.hasSuffix("             and 10 more\n"))
  }
}
