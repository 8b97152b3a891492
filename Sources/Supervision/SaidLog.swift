#if os(Linux) && !MAIN_QUEUE
  import HostEngine
  import HostLoop
  import HostProtocol
  import JSON

  /// Collects the output of turns.
  final class SaidLog: TurnLog {
    private let loop: EventLoop
    /// The digest of the output of the last cause.
    @exclusivity(unchecked) private(set) var said = JournalRecord.Said()
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
    func replace(with bytes: [UInt8], _ said: JournalRecord.Said) {
      count += said.count - self.said.count
      (self.bytes, self.said) = (bytes, said)
    }

    func endAnswers() { answers = nil }

    /// The digest of the last synchronization of a frontend. Its byte count is that of all output
    /// so far.
    private(set) var broughtBy = JournalRecord.Said()

    /// Records a synchronization of a frontend.
    ///
    /// - Parameters:
    ///   - lines: the unsent output, which ends with the lines of the synchronization.
    ///   - start: where those begin, in bytes.
    ///   - count: the size of the output that the frontend had before.
    func bring(_ lines: borrowing JSONWriter, from start: Int, to count: Int, turn: Int) {
      broughtBy = JournalRecord.Said(turn: turn)
      lines.withBytes { broughtBy.append(UnsafeRawBufferPointer(rebasing: $0[start...])) }
      self.count = count + broughtBy.count
      broughtBy.count = self.count
    }

    init(_ loop: EventLoop) { self.loop = loop }

    func begins(_ cause: Turn.Cause, pipe: PipeRequest) {
      loop.note(instance: nil)
      said = JournalRecord.Said()
      bytes.removeAll(keepingCapacity: true)
    }

    func turnEnds(sending bytes: UnsafeRawBufferPointer) {
      if bytes.isEmpty { return }
      said.append(bytes)
      self.bytes += bytes
      count += bytes.count
      answers?.add(bytes)
    }

    func ends(turn: Int, isStep: Bool) { (said.turn, self.isStep) = (turn, isStep) }
    func timersFired() {}
  }
#endif
