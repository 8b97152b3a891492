#if os(Linux) && !MAIN_QUEUE
  import HostEngine

  /// What turns say once more, beside what they said.
  extension Restore {
    /// What was said last is not, byte for byte, what was said there before. Where only what is for people differs, the
    /// session is what it was, and that counts as said which the frontend has, or is about to have.
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

    /// The frontend that there is was told this first. What was said to others before counts only where that is not the
    /// same any more; then the reason is the first of what was not.
    mutating func compareBeginning(with said: JournalRecord.Said) throws {
      defer { firstDifference = nil }
      guard log.broughtBy != said else { return }
      if isBeside, let firstDifference { throw firstDifference }
      let found = session.outbox.bytes.withBytes { Array($0) }
      let lines = saidBefore.lines(after: 0, count: said.count)
      try differ(Self.words(lines?.difference(from: found)), wasSent: true)
    }

    /// What has brought the frontend to an earlier turn is not what did so before.
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
