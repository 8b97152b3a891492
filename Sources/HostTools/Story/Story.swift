import Transcripts

/// A conversation as a frontend lives through it: what it does, what it sees then, and when.
///
/// It is read from a transcript, or from what came when one was played. Lines that are no JSON, and what is said beside
/// the ViewModels, such as answers to `initialize`, are no part of it.
nonisolated struct Story: Hashable, Sendable {
  /// A line to the host, and what it set off.
  struct Step: Hashable, Sendable {
    /// When it was over, in milliseconds of virtual time.
    let time: Double
    /// What the frontend did; nothing when it only let time pass.
    let done: [Moment]
    /// What it saw, line by line.
    let seen: [[Moment]]

    /// The time in whole milliseconds.
    var milliseconds: Int { Int(exactly: time.rounded()) ?? .max }
  }

  let steps: [Step]
  /// Each output of an instance once, without a value, in the order of the states.
  let outputs: [Moment]

  /// Whether more than one instance is in it.
  var hasSeveralInstances: Bool {
    let moments = steps.lazy.flatMap { $0.done + $0.seen.joined() }
    return Set(moments.map(\.instance).filter { !$0.isEmpty }).count > 1
  }

  /// - Parameter exchanges: the lines to the host, each with those that came then.
  init(_ exchanges: some Sequence<(sent: String, answers: [String])>) {
    var reader = StoryReader()
    steps = exchanges.map { reader.step($0.sent, $0.answers) }
    outputs = reader.outputs
  }
}

nonisolated extension Transcript {
  /// What the transcript says that happens.
  var story: Story {
    Story(
      exchanges.compactMap { exchange in
        exchange.sent.map { sent in
          (lines[sent].content, exchange.expected.map { lines[$0].content })
        }
      })
  }
}
