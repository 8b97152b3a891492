#if os(Linux) && !MAIN_QUEUE
  import HostEngine
  import HostLoop
  import HostProtocol
  import JSONRPC
  import OperatingSystem

  /// Writes the causes of turns into a journal, each record before its turns.
  final class JournalWriter: TurnLog {
    @exclusivity(unchecked) private var file: JournalFile
    private let state: JournalState
    private let loop: EventLoop
    @exclusivity(unchecked) private var pipe: PipeRequest
    @exclusivity(unchecked) private var digest = JournalRecord.Digest()
    /// Whether writing is suspended, as the journal was abandoned.
    var isStopped = false
    /// The number of causes that were not written.
    private var unwritten = 0
    private let failure: JournalFailure

    /// - Parameters:
    ///   - file: where to write.
    ///   - pipe: the state of the pipe to the frontend in the last turn.
    init(
      _ file: consuming JournalFile, _ state: consuming JournalState, of loop: EventLoop,
      pipe: PipeRequest, _ failure: JournalFailure
    ) {
      self.file = file
      self.state = state
      self.loop = loop
      self.pipe = pipe
      self.failure = failure
    }

    func begins(_ cause: Turn.Cause, pipe: PipeRequest) {
      loop.note(instance: nil)
      if state.start == nil { state.start = loop.start }
      if pipe != self.pipe {
        self.pipe = pipe
        append(.pipe(pipe))
      }
      digest = JournalRecord.Digest()
      if isStopped { unwritten += 1 }
      state.busy = file.index + 1 + unwritten
      append(JournalRecord(cause, at: loop.time))
    }

    func turnEnds(sending bytes: UnsafeRawBufferPointer) {
      if !bytes.isEmpty { digest.append(bytes) }
    }

    func ends(turn: Int, isStep: Bool) {
      digest.turn = turn
      append(.settled(digest, isStep: isStep))
      state.busy = 0
    }

    func timersFired() { append(.time(loop.time)) }

    /// The index of the next record, in words.
    var index: Int { file.index }

    /// Writes a record at which the journal may begin.
    ///
    /// - Returns: the index of that record, in words.
    func begin(at origin: JournalOrigin) -> Int {
      let index = file.index
      append(.origin(origin))
      return index
    }

    private func append(_ record: JournalRecord) {
      if isStopped { return }
      failure.orEnd { () throws(SystemError) in try file.append(record) }
    }
  }

  nonisolated extension Frame {
    /// A checksum of its bytes, never 0; 0 for a frame that is not complete.
    var check: UInt64 {
      guard case .complete(let bytes) = self else { return 0 }
      var digest = JournalRecord.Digest()
      digest.append(bytes)
      return digest.check | 1
    }
  }

  extension JournalRecord {
    /// Creates the record of a cause that is about to be handled.
    fileprivate init(_ cause: Turn.Cause, at time: Int64) {
      self =
        switch cause {
        case .line(let line): .line(check: line.check, at: time)
        case .lost(let line, let error): .lost(error, check: line.check, at: time)
        case .restarted(let restart): .restarted(restart, at: time)
        case .handedOver(let handOver): .handedOver(handOver, at: time)
        case .completion(let task): .completion(of: task, at: time)
        case .steps(let steps): .steps(steps, at: time)
        case .arrival: .arrival(at: time)
        case .timer: .timer(at: time)
        case .tried(let outcome): .tried(outcome, at: time)
        case .room: .room
        case .end: .end(at: time)
        case .quiet: .quiet(at: time)
        }
    }
  }
#endif
