import Transcripts
import JSON

/// A conversation as a frontend lives through it: what it does, what it sees then, and when.
///
/// It is read from a transcript, or from what came when one was played. Lines that are no JSON, and what is said beside
/// the ViewModels, such as answers to `initialize`, are no part of it.
nonisolated package struct Story: Hashable, Sendable {
  /// A line to the host, and what it set off.
  package struct Step: Hashable, Sendable {
    /// When it was over, in milliseconds of virtual time.
    package let time: Double
    /// What the frontend did; nothing when it only let time pass.
    package let done: [Moment]
    /// What it saw, line by line.
    package let seen: [[Moment]]
  }

  /// An output of an instance.
  package struct Output: Hashable, Sendable {
    package let instance: String
    package let name: String
  }

  package let steps: [Step]
  /// In the order of the states.
  package let outputs: [Output]

  /// Whether more than one instance is in it.
  package var hasSeveralInstances: Bool {
    let moments = steps.lazy.flatMap { $0.done + $0.seen.joined() }
    return Set(moments.map(\.instance).filter { !$0.isEmpty }).count > 1
  }

  /// - Parameter exchanges: the lines to the host, each with those that came then.
  package init(_ exchanges: some Sequence<(sent: String, answers: [String])>) {
    var reader = StoryReader()
    steps = exchanges.map { reader.step($0.sent, $0.answers) }
    outputs = reader.outputs
  }
}

nonisolated extension Story {
  /// The same with other names and texts: each is exchanged for what the closure gives.
  package func exchangingTexts(_ exchange: (String) -> String) -> Story {
    func changed(_ moment: Moment) -> Moment {
      Moment(
        kind: moment.kind, instance: exchange(moment.instance), name: exchange(moment.name),
        text: exchange(moment.text), number: moment.number)
    }
    return Story(
      steps: steps.map { step in
        Step(
          time: step.time, done: step.done.map(changed),
          seen: step.seen.map { $0.map(changed) })
      },
      outputs: outputs.map {
        Output(instance: exchange($0.instance), name: exchange($0.name))
      })
  }

  private init(steps: [Step], outputs: [Output]) {
    self.steps = steps
    self.outputs = outputs
  }
}

nonisolated extension Transcript {
  /// What the transcript says that happens.
  package var story: Story {
    Story(
      exchanges.compactMap { exchange in
        exchange.sent.map { sent in
          (lines[sent].content, exchange.expected.map { lines[$0].content })
        }
      })
  }
}
