import JSON
import TestSupport
import Testing

/// `viewModel/try` with the real clock: what an input would do, and that nothing of it is done.
@Suite(.waitsForProcesses) nonisolated struct TryTests {
  private func create(_ name: String) -> String {
    #"{"jsonrpc":"2.0","id":"x","method":"viewModel/create","params":{"name":"\#(name)","id":"x"}}"#
  }

  private func message(_ id: Int, _ method: String, _ input: String) -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"method":"viewModel/\#(method)","params":{"id":"x","input":"\#(input)"}}"#
  }

  /// Its first lines are answered alike by each of them.
  private func run(_ arguments: [String], _ lines: String...) throws -> (
    answers: [JSONValue], errors: String
  ) {
    let run = try CommandRun("example-host", arguments, input: lines.map { "\($0)\n" }.joined())
    #expect(run.end == .status(0))
    return (
      try run.output.split(separator: "\n").map { try JSONValue(parsing: String($0)) }, run.errors
    )
  }

  @Test(arguments: [[], ["--supervised"], ["--clock", "virtual"]])
  func aTrapIsAnAnswerWithItsReason(arguments: [String]) throws {
    let (answers, errors) = try run(
      arguments, create("example.crash"), message(1, "try", "fatalError"),
      message(2, "try", "fatalError"), Line.ping(3))
    #expect(answers.count == 4)
    let results = answers.map { $0["result"] }
    let crash = results.dropFirst().first??["crashed"]
    let reason = try #require(crash?["reason"]?.stringValue)
    #expect(reason.hasPrefix("ended by SIG"))
    #expect(reason.hasSuffix(": Fatal error: boom"))
    #expect(crash?["file"]?.stringValue?.hasSuffix("CrashViewModel.swift") == true)
    #expect(crash?["line"] == 11)
    #expect(results.dropFirst(2).first == results.dropFirst().first)
    #expect(answers.last?["id"] == 3)
    // Not a word of it is said twice, and the crash of the host is not reported.
    #expect(errors == "")
  }

  /// Turn 2 is that of the request, whose answer is there already.
  @Test func itIsAnsweredOnceThoughTheSessionGoesBackToIt() throws {
    let (answers, _) = try run(
      ["--supervised"], create("counter"), message(1, "try", "plusButtonDidTap"),
      message(2, "call", "plusButtonDidTap"),
      #"{"jsonrpc":"2.0","id":3,"method":"session/rewind","params":{"turn":2}}"#, Line.ping(4))
    #expect(answers.compactMap { $0["id"] } == ["x", 1, 2, 3, 4])
  }

  @Test func whatDoesNotReturnIsAbandoned() throws {
    let (answers, _) = try run(
      [], create("example.stuck"), message(1, "try", "hang"), Line.ping(2))
    let crash: JSONValue = ["crashed": ["reason": "it did not return for 2 s"]]
    #expect(answers.dropFirst().first == ["jsonrpc": "2.0", "id": 1, "result": crash])
    #expect(answers.last?["id"] == 2)
  }

  /// Dispatch keeps the thread for some seconds, and may hold a lock.
  @Test func besideThreadsOfOthersNothingIsTried() throws {
    let (answers, _) = try run(
      [], create("example.dispatch"), message(1, "call", "elsewhere"), message(2, "try", "now"))
    let answer = answers.first { $0["id"] == 2 }
    #expect(
      answer?["error"] == [
        "code": -32019,
        "message":
          "Nothing can be tried now: the program has threads that are not the host's, which the copy of the process in which an input is tried would not have",
      ])
  }

  @Test func whatItPrintsIsNotShown() throws {
    let say =
      #"{"jsonrpc":"2.0","id":1,"method":"viewModel/try","params":{"id":"x","input":"say","arguments":["(never seen)"]}}"#
    let (answers, errors) = try run([], create("example.faulty"), say)
    let messages = answers.last?["result"]?["messages"]?.arrayValue
    #expect(messages?.count == 1)
    #expect(errors == "")
  }
}
