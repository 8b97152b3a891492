import Transcripts

/// A conversation as a frontend sees it: its actions, their effects, and the times.
///
/// It is read from a transcript, or from a played conversation. It omits lines that are not JSON,
/// and messages that are not about ViewModels, such as the answer to `initialize`.
nonisolated struct Story: Hashable, Sendable {
  /// A line to the host, and its effects.
  struct Step: Hashable, Sendable {
    /// The time of its end, in milliseconds of virtual time.
    let time: Double
    /// The actions of the frontend; empty if it only advanced the clock.
    let done: [Moment]
    /// The effects, line by line.
    let seen: [[Moment]]

    /// The time in whole milliseconds.
    var milliseconds: Int { Int(exactly: time.rounded()) ?? .max }
  }

  let steps: [Step]
  /// Each output of an instance once, without a value, in state order.
  let outputs: [Moment]

  /// Whether it involves more than one instance.
  var hasSeveralInstances: Bool {
    let moments = steps.lazy.flatMap { $0.done + $0.seen.joined() }
    return Set(moments.map(\.instance).filter { !$0.isEmpty }).count > 1
  }

  /// - Parameter exchanges: the lines to the host, each with the answers.
  init(_ exchanges: some Sequence<(sent: String, answers: [String])>) {
    var reader = StoryReader()
    steps = exchanges.map { reader.step($0.sent, $0.answers) }
    outputs = reader.outputs
  }
}

nonisolated extension Transcript {
  /// The story that the transcript records.
  var story: Story {
    Story(
      exchanges.compactMap { exchange in
        exchange.sent.map { sent in
          (lines[sent].content, exchange.expected.map { lines[$0].content })
        }
      })
  }
}
