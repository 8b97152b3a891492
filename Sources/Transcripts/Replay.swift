/// The result of playing a transcript to a host.
///
///     let replay = Replay(of: transcript, over: connection)
///     if !replay.isAsExpected { print(replay.report) }
///
/// Each line is sent when the host has finished the one before. So an unexpected answer is found at
/// its position, and a right answer at a wrong position is a difference, too.
public struct Replay: Hashable, Sendable {
  /// The played transcript.
  public let transcript: Transcript
  /// Why the conversation ended early or wrongly; `nil` if it did not.
  public let problem: Problem?
  let steps: [Step]

  /// A problem apart from the answers.
  public struct Problem: Hashable, Sendable {
    /// The number of the unanswered line, from 1; `nil` for the end of input.
    public let line: Int?
    /// The reason, in words.
    public let reason: String
  }

  /// A line to the host, with expected and received lines.
  struct Step: Hashable, Sendable {
    let exchange: Exchange
    let answers: [String]
    let alignment: [Pairing]
  }

  /// Plays a transcript. Lines after the end of input count as answers to the last line.
  public init(of transcript: Transcript, over connection: some HostConnection) {
    self.transcript = transcript
    var recorded: [(exchange: Exchange, answers: [String])] = []
    var problem: Problem?
    let exchanges = transcript.exchanges
    var next = exchanges.compactMap { $0.sent.map { transcript.lines[$0].content } }[...]
    for exchange in exchanges {
      guard let sent = exchange.sent, let line = next.popFirst() else {
        recorded.append((exchange, []))
        continue
      }
      let answer = connection.exchange(line, before: next)
      recorded.append((exchange, answer.lines))
      if let reason = answer.problem {
        problem = Problem(line: sent + 1, reason: reason)
        break
      }
    }
    if problem == nil {
      let answer = connection.finish()
      recorded[recorded.count - 1].answers += answer.lines
      problem = answer.problem.map { Problem(line: nil, reason: $0) }
    }
    self.problem = problem
    steps = recorded.map { exchange, answers in
      let alignment = align(exchange.expected.map { transcript.lines[$0].content }, answers)
      return Step(exchange: exchange, answers: answers, alignment: alignment)
    }
  }

  /// Whether the received lines are exactly the expected ones, and the host ended successfully.
  public var isAsExpected: Bool {
    problem == nil && steps.allSatisfy { $0.alignment.allSatisfy(\.isSame) }
  }
}
