#if os(Linux) && !MAIN_QUEUE
  import HostEngine

  /// Compares the output of replayed turns with the recorded output.
  extension Restore {
    /// Handles output that differs from the recorded bytes. If only texts for people differ, the
    /// session counts as equal, and the recorded output, which the frontend has or will get,
    /// replaces the new one.
    mutating func compare(with said: JournalRecord.Said) throws {
      guard compares && !end.differs else { return }
      let lines = saidBefore.lines(after: log.count - log.said.count, count: said.count)
      let difference = lines?.difference(from: log.bytes)
      if isForNobody {
        if let difference { firstDifference = firstDifference ?? failure(Self.words(difference)) }
        return
      }
      guard let lines, difference == nil, said.turn == log.said.turn else {
        return try differ(Self.words(difference))
      }
      let bytes = lines.bytes
      connection.replaceLast(log.said.count, with: bytes)
      log.replace(with: bytes, said)
    }

    /// Compares the first output to the present frontend. A difference in the output to earlier
    /// frontends counts only if this differs, too; then it is the reason, as it came first.
    mutating func compareBeginning(with said: JournalRecord.Said) throws {
      defer { firstDifference = nil }
      guard log.broughtBy != said else { return }
      if isBeside, let firstDifference { throw firstDifference }
      let found = session.outbox.bytes.withBytes { Array($0) }
      let lines = saidBefore.lines(after: 0, count: said.count)
      try differ(Self.words(lines?.difference(from: found)), wasSent: true)
    }

    /// Notes that the lines of a replayed rewind differ from the recorded ones.
    mutating func differFrom(_ record: Rewound) throws {
      let count = log.broughtBy.count - record.had
      let found = session.outbox.bytes.withBytes { Array($0.suffix(count)) }
      let lines = saidBefore.lines(after: record.had, count: record.said.count - record.had)
      try differ(Self.words(lines?.difference(from: found)), wasSent: true)
    }

    private static func words(_ difference: String?) -> String {
      "it says something else\(difference.map { ": \($0)" } ?? "")"
    }
  }
#endif
