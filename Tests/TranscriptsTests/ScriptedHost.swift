import Transcripts

/// A host that says what stands in a table.
final class ScriptedHost: HostConnection {
  private let answers: [String: [String]]
  private let rest: HostAnswer
  private let problems: [String: String]
  /// What it was sent.
  private(set) var received: [String] = []

  init(
    _ answers: [String: [String]], problems: [String: String] = [:],
    rest: HostAnswer = HostAnswer()
  ) {
    self.answers = answers
    self.problems = problems
    self.rest = rest
  }

  func exchange(_ line: String) -> HostAnswer {
    received.append(line)
    return HostAnswer(lines: answers[line] ?? [], problem: problems[line])
  }

  func finish() -> HostAnswer { rest }
}
