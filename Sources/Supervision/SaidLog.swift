#if os(Linux) && !MAIN_QUEUE
  import HostEngine
  import HostLoop
  import HostProtocol
  import JSON

  /// Adds up what turns say.
  final class SaidLog: TurnLog {
    private let loop: EventLoop
    /// What the last cause has said.
    @exclusivity(unchecked) private(set) var said = JournalRecord.Said()
    /// Whether the last cause was a step.
    @exclusivity(unchecked) private(set) var isStep = false
    /// All of that, as lines.
    @exclusivity(unchecked) private(set) var bytes: [UInt8] = []
    /// How many bytes have been said.
    @exclusivity(unchecked) var count = 0
    @exclusivity(unchecked) private(set) var answers: LateAnswers?

    /// Has answers taken out of what is said from now on, and of what the last cause has said. Those that were taken
    /// out before count as well.
    func begin(_ answers: LateAnswers) {
      var answers = answers
      if let before = self.answers { answers.add(before) }
      bytes.withUnsafeBytes { answers.add($0) }
      self.answers = answers
    }

    /// The last cause counts as to have said something else.
    ///
    /// - Parameter bytes: whole lines.
    func replace(with bytes: [UInt8], _ said: JournalRecord.Said) {
      count += said.count - self.said.count
      (self.bytes, self.said) = (bytes, said)
    }

    func endAnswers() { answers = nil }

    /// How a frontend was brought to where the session is, last. The number of bytes counts from the beginning.
    private(set) var broughtBy = JournalRecord.Said()

    /// A frontend is brought to where the session is.
    ///
    /// - Parameters:
    ///   - lines: which end with those that do so.
    ///   - start: where those begin, in bytes.
    ///   - count: how many bytes it had.
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
