#if os(Linux) && !MAIN_QUEUE
  import HostEngine
  import HostLoop
  import HostProtocol
  import JSON

  /// Collects the output of turns.
  final class OutputLog: TurnLog {
    private let loop: EventLoop
    /// The digest of the output of the last cause.
    @exclusivity(unchecked) private(set) var digest = JournalRecord.Digest()
    /// Whether an input of the last cause had an effect.
    @exclusivity(unchecked) private(set) var isStep = false
    /// The output of the last cause, as lines.
    @exclusivity(unchecked) private(set) var bytes: [UInt8] = []
    /// The size of all output so far, in bytes.
    @exclusivity(unchecked) var count = 0
    @exclusivity(unchecked) private(set) var answers: LateAnswers?

    /// Collects answers from now on, and from the output of the last cause. Answers that were
    /// collected before are kept.
    func begin(_ answers: LateAnswers) {
      var answers = answers
      if let before = self.answers { answers.add(before) }
      bytes.withUnsafeBytes { answers.add($0) }
      self.answers = answers
    }

    /// Replaces the output of the last cause.
    ///
    /// - Parameter bytes: whole lines.
    func replace(with bytes: [UInt8], _ digest: JournalRecord.Digest) {
      count += digest.count - self.digest.count
      (self.bytes, self.digest) = (bytes, digest)
    }

    func endAnswers() { answers = nil }

    /// The digest of the last synchronization of a frontend. Its byte count is that of all output
    /// so far.
    private(set) var synchronizationDigest = JournalRecord.Digest()

    /// Records a synchronization of a frontend.
    ///
    /// - Parameters:
    ///   - lines: the unsent output, which ends with the lines of the synchronization.
    ///   - start: where those begin, in bytes.
    ///   - count: the size of the output that the frontend had before.
    func recordSynchronization(
      _ lines: borrowing JSONWriter, from start: Int, to count: Int, turn: Int
    ) {
      bytes.removeAll(keepingCapacity: true)
      synchronizationDigest = JournalRecord.Digest(turn: turn)
      lines.withBytes {
        synchronizationDigest.append(UnsafeRawBufferPointer(rebasing: $0[start...]))
      }
      self.count = count + synchronizationDigest.count
      synchronizationDigest.count = self.count
    }

    init(_ loop: EventLoop) { self.loop = loop }

    func begins(_ cause: Turn.Cause, pipe: PipeRequest) {
      loop.note(instance: nil)
      digest = JournalRecord.Digest()
      bytes.removeAll(keepingCapacity: true)
    }

    func turnEnds(sending bytes: UnsafeRawBufferPointer) {
      if bytes.isEmpty { return }
      digest.append(bytes)
      self.bytes += bytes
      count += bytes.count
      answers?.add(bytes)
    }

    func ends(turn: Int, isStep: Bool) { (digest.turn, self.isStep) = (turn, isStep) }
    func timersFired() {}
  }
#endif
