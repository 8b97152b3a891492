extension Replay {
  /// The number of lines that an update changes.
  public struct Changes: Hashable, Sendable {
    /// Lines from the host that are replaced.
    public var replaced = 0
    /// Lines from the host that are new.
    public var added = 0
    /// Lines from the host that are removed.
    public var removed = 0

    /// Whether nothing changes.
    public var isEmpty: Bool { self == Changes() }
  }

  /// The transcript with the received lines in place of the expected ones, and the number of
  /// changes.
  ///
  /// Comments, lines to the host, and matching lines from the host stay as written. Do not use it
  /// when there is a ``problem``: answers are missing then.
  public var updated: (transcript: Transcript, changes: Changes) {
    var changes = Changes()
    // By the index of the line that they replace or follow. No line can be before the first.
    var replacements: [Int: String] = [:]
    var removals: Set<Int> = []
    var additions: [Int: [String]] = [:]
    for step in steps {
      var lineIndex = step.exchange.sent ?? -1
      for pairing in step.alignment {
        switch pairing {
        case .same(let index, _): lineIndex = step.exchange.expected[index]
        case .changed(let index, let answer):
          lineIndex = step.exchange.expected[index]
          replacements[lineIndex] = step.answers[answer]
          changes.replaced += 1
        case .missing(let index):
          lineIndex = step.exchange.expected[index]
          removals.insert(lineIndex)
          changes.removed += 1
        case .unexpected(let answer):
          additions[lineIndex, default: []].append(step.answers[answer])
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
