#if os(Linux) && !MAIN_QUEUE
  import HostEngine

  /// Compares the output of replayed turns with the recorded output.
  extension Restore {
    /// Handles output that differs from the recorded bytes. If only texts for people differ, the
    /// session counts as equal, and the recorded output, which the frontend has or will get,
    /// replaces the new one.
    mutating func compare(with digest: JournalRecord.Digest) throws {
      guard compares && !end.differs else { return }
      let lines = recordedOutput.lines(after: log.count - log.digest.count, count: digest.count)
      let difference = lines?.difference(from: log.bytes)
      if isForFormerFrontend {
        if let difference { firstDifference = firstDifference ?? failure(Self.words(difference)) }
        return
      }
      guard let lines, difference == nil, digest.turn == log.digest.turn else {
        return try differ(Self.words(difference))
      }
      let bytes = lines.bytes
      connection.replaceLast(log.digest.count, with: bytes)
      log.replace(with: bytes, digest)
    }

    /// Compares the first output to the present frontend. A difference in the output to earlier
    /// frontends counts only if this differs, too; then it is the reason, as it came first.
    mutating func compareBeginning(with digest: JournalRecord.Digest) throws {
      defer { firstDifference = nil }
      guard log.synchronizationDigest != digest else { return }
      if isStandby, let firstDifference { throw firstDifference }
      let found = session.outbox.bytes.withBytes { Array($0) }
      let lines = recordedOutput.lines(after: 0, count: digest.count)
      try differ(Self.words(lines?.difference(from: found)), wasSent: true)
    }

    /// Notes that the lines of a replayed rewind differ from the recorded ones.
    mutating func differFrom(_ record: Rewound) throws {
      let count = log.synchronizationDigest.count - record.countBefore
      let found = session.outbox.bytes.withBytes { Array($0.suffix(count)) }
      let lines = recordedOutput.lines(
        after: record.countBefore, count: record.digest.count - record.countBefore)
      try differ(Self.words(lines?.difference(from: found)), wasSent: true)
    }

    private static func words(_ difference: String?) -> String {
      "it says something else\(difference.map { ": \($0)" } ?? "")"
    }
  }
#endif
