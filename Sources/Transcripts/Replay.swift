/// A transcript that was played to a host, and what came of it.
///
///     let replay = Replay(of: transcript, over: connection)
///     if !replay.isAsExpected { print(replay.report) }
///
/// The lines are played one by one: the next is handled when the host has nothing more to say to the one before. So an
/// answer that was not expected is seen at its place, and the same answers at another place are a difference too.
public struct Replay: Hashable, Sendable {
  /// What was played.
  public let transcript: Transcript
  /// Why the conversation could not be played to its end, or did not end as it should.
  public let problem: Problem?
  let steps: [Step]

  /// What went wrong apart from the answers.
  public struct Problem: Hashable, Sendable {
    /// The line to which the host should have answered, counted from 1; `nil` if it was the end of its input.
    public let line: Int?
    /// What happened, in words.
    public let reason: String
  }

  /// A line to the host, what was expected and what came.
  struct Step: Hashable, Sendable {
    let exchange: Exchange
    let answers: [String]
    let alignment: [Pairing]
  }

  /// Plays a transcript. What comes after the end of the host's input counts as answer to the last line.
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

  /// Whether every line came that was expected, nothing else came, and the host ended well.
  public var isAsExpected: Bool {
    problem == nil && steps.allSatisfy { $0.alignment.allSatisfy(\.isSame) }
  }
}
