#if os(Linux) && !MAIN_QUEUE
  import HostEngine
  import HostLoop
  import HostProtocol

  /// Adds up what turns say.
  final class SaidLog: TurnLog {
    private let loop: EventLoop
    /// What the last cause has said.
    private(set) var said = JournalRecord.Said()
    /// Whether the last cause was a step.
    private(set) var isStep = false
    /// All of that, as lines.
    private(set) var bytes: [UInt8] = []
    /// How many bytes have been said.
    var count = 0
    private(set) var answers: LateAnswers?

    /// Has answers taken out of what is said from now on, and of what the last cause has said.
    func begin(_ answers: LateAnswers) {
      var answers = answers
      bytes.withUnsafeBytes { answers.take($0) }
      self.answers = answers
    }

    func endAnswers() { answers = nil }

    init(_ loop: EventLoop) { self.loop = loop }

    func begins(_ cause: Turn.Cause, pipe: PipeRequest) {
      loop.note(instance: nil)
      said = JournalRecord.Said()
      bytes.removeAll(keepingCapacity: true)
    }

    func turnEnds(saying bytes: UnsafeRawBufferPointer) {
      if bytes.isEmpty { return }
      said.append(bytes)
      self.bytes += bytes
      count += bytes.count
      answers?.take(bytes)
    }

    func ends(turn: Int, isStep: Bool) { (said.turn, self.isStep) = (turn, isStep) }
    func timersFired() {}
  }
#endif
