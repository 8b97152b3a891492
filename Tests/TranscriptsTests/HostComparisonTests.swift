import Testing
import Transcripts

/// Where two hosts differ, and what does not count as a difference.
@Suite struct HostComparisonTests {
  private func compare(
    _ here: [String: [String]], _ there: [String: [String]],
    _ lines: String = "--> a\n--> b\n--> c\n",
    problems: [String: String] = [:], rest: HostAnswer = HostAnswer()
  ) throws -> HostComparison {
    let transcript = try Transcript(lines)
    return HostComparison(
      Replay(of: transcript, over: ScriptedHost(here)),
      Replay(of: transcript, over: ScriptedHost(there, problems: problems, rest: rest)))
  }

  private let created = #"{"id":1,"result":{"id":"x","revision":0,"state":{"n":0,"m":[1]}}}"#

  private func update(_ revision: Int, _ members: String) -> String {
    #"{"method":"viewModel/update","params":{"updates":[{"id":"x","revision":\#(revision),\#(members)}]}}"#
  }

  private func replace(_ path: String, _ value: String) -> String {
    #""patch":[{"op":"replace","path":"\#(path)","value":\#(value)}]"#
  }

  @Test func whatAFrontendEndsUpWithCountsAndNotTheSteps() throws {
    let call = #""method":"service/call","params":{"service":"s","id":"x","arguments":{}}}"#
    let same = try compare(
      [
        "a": [created], "b": [update(1, replace("/m", "[1,2]"))],
        "c": [#"{"id":"service-1",\#(call)"#],
      ],
      [
        "a": [created],
        "b": [
          update(1, replace("/m/0", "3")), update(2, replace("", #"{"n":0,"m":[1,2]}"#)),
        ],
        "c": [#"{"id":"service-7",\#(call)"#],
      ])
    #expect(same.isSame)
    #expect(same.report == "")
    #expect(same.count == "0 of 3 turns")
  }

  @Test func whatSaysNothingAtAllMayBeNoHost() throws {
    let words = "    there: it has sent nothing: is it a host?\n"
    #expect(try compare(["a": [created]], [:]).report.hasSuffix(words))
    #expect(try !compare(["a": [created], "b": ["b"]], ["a": [created]]).report.contains(words))
    #expect(try compare([:], [:]).isSame)
  }

  @Test func whatAHostSaysForPeopleDoesNotCount() throws {
    func host(_ version: String, capabilities: String = "{}") -> String {
      #"{"id":1,"result":{"protocolVersion":"1","host":{"name":"h","version":"\#(version)"},"capabilities":\#(capabilities)}}"#
    }
    let log = #"{"method":"host/log","params":{"level":"warning","message":"advice"}}"#
    let same = try compare(["a": [host("1"), log], "b": [log]], ["a": [host("2")], "b": []])
    #expect(same.isSame)
    let other = try compare(["a": [host("1")]], ["a": [host("1", capabilities: #"{"x":1}"#)]])
    #expect(!other.isSame)
  }

  @Test func aStateThatDiffersIsReportedOnceAndWhenItIsTheSameAgain() throws {
    let comparison = try compare(
      [
        "a": [created], "b": [update(1, replace("/n", "1"))],
        "c": [update(2, replace("/m", "[]"))], "d": [update(3, replace("/n", "5"))],
      ],
      [
        "a": [created], "b": [update(1, replace("/n", "2"))],
        "c": [update(2, replace("/m", "[]"))], "d": [update(3, replace("/n", "5"))],
      ], "--> a\n--> b\n--> c\n--> d\n")
    #expect(!comparison.isSame)
    #expect(
      comparison.report == """
          turn 2: b
            x: /state/n: 1 here, 2 there
          turn 4: d
            x: the state is the same again

        """)
    #expect(comparison.count == "2 of 4 turns")
  }

  @Test func eventsErrorsAnswersAndTextsThatDifferAreReported() throws {
    let rejected =
      #"{"method":"viewModel/rejected","params":{"id":"x","input":"i","error":{"code":-32007,"message":"no"}}}"#
    let comparison = try compare(
      [
        "a": [created, update(1, #""events":[{"event":"e","value":1}],"done":[1]"#)],
        "b": [rejected],
      ],
      [
        "a": [created, update(1, #""done":[1]"#)], "b": [#"{"id":2,"result":{"value":3}}"#],
        "c": ["no JSON"],
      ])
    #expect(
      comparison.report == """
          turn 1: a
            x: /events: [{"event":"e","value":1}] only here
          turn 2: b
            x: /rejected: [{"input":"i","error":{"code":-32007,"message":"no"}}] only here
            answer to 2: /result: [{"value":3}] only there
          turn 3: c
            the host: /lines: ["no JSON"] only there

        """)
  }

  @Test func aHostThatEndsIsADifferenceWhereItEnds() throws {
    let comparison = try compare(
      ["a": [created]], ["a": [created]], problems: ["b": "the host ended by SIGILL"])
    #expect(
      comparison.report == """
          turn 2: b
            there: the host ended by SIGILL

        """)
    let late = try compare(
      ["a": [created]], ["a": [created]],
      rest: HostAnswer(problem: "the host ended by SIGSEGV"))
    #expect(late.report == "  turn 3: c\n    there: the host ended by SIGSEGV\n")
  }
}
