#if os(Linux) && !MAIN_QUEUE
  import HostEngine

  /// What turns say once more, beside what they said.
  extension Restore {
    /// What was said last is not, byte for byte, what was said there before. Where only what is for people differs, the
    /// session is what it was, and that counts as said which the frontend has, or is about to have.
    mutating func compare(with said: JournalRecord.Said) throws {
      guard isCompared else { return }
      let lines = saidBefore.lines(after: log.count - log.said.count, count: said.count)
      let difference = lines?.difference(from: log.bytes)
      guard let lines, difference == nil, said.turn == log.said.turn else {
        return try differ("it says something else\(difference.map { ": \($0)" } ?? "")")
      }
      let bytes = lines.bytes
      connection.replaceLast(log.said.count, with: bytes)
      log.replace(with: bytes, said)
    }
  }
#endif
