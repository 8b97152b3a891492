extension Replay {
  /// How many lines an update changes.
  public struct Changes: Hashable, Sendable {
    /// Lines from the host that are replaced.
    public var replaced = 0
    /// Lines from the host that are new.
    public var added = 0
    /// Lines from the host that are gone.
    public var removed = 0

    /// Whether nothing changes.
    public var isEmpty: Bool { self == Changes() }
  }

  /// The transcript with what the host answered instead of what was expected, and what that changes.
  ///
  /// Comments and the lines to the host stay where they are, and a line from the host that came as expected stays
  /// as it was written. Do not use it when there is a ``problem``: then answers are missing.
  public var updated: (transcript: Transcript, changes: Changes) {
    var changes = Changes()
    // By the line that they replace or follow; those before the first line are impossible.
    var replacements: [Int: String] = [:]
    var removals: Set<Int> = []
    var additions: [Int: [String]] = [:]
    for step in steps {
      var place = step.exchange.sent ?? -1
      for pairing in step.alignment {
        switch pairing {
        case .same(let index, _): place = step.exchange.expected[index]
        case .changed(let index, let answer):
          place = step.exchange.expected[index]
          replacements[place] = step.answers[answer]
          changes.replaced += 1
        case .missing(let index):
          place = step.exchange.expected[index]
          removals.insert(place)
          changes.removed += 1
        case .unexpected(let answer):
          additions[place, default: []].append(step.answers[answer])
          changes.added += 1
        }
      }
    }
    var updated = transcript
    updated.lines = (additions[-1] ?? []).map(Transcript.Line.init(expecting:))
    for (index, line) in transcript.lines.enumerated() {
      if !removals.contains(index) {
        updated.lines.append(replacements[index].map(Transcript.Line.init(expecting:)) ?? line)
      }
      updated.lines += (additions[index] ?? []).map(Transcript.Line.init(expecting:))
    }
    return (updated, changes)
  }
}
