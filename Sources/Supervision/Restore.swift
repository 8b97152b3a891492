#if os(Linux) && !MAIN_QUEUE
  import HostEngine
  import HostLoop
  import HostProtocol
  import JSONRPC
  import OperatingSystem

  /// Brings a session to where it is in another process, or was when that died, from the journal: by the same turns.
  struct Restore: ~Copyable {
    private let session: Session
    private let connection: Connection
    private let loop: EventLoop
    private let input: JournaledInput
    private let output: JournaledOutput
    private var reader: JournalReader
    /// How many bytes that the frontend has are still to be said once more.
    private var sent = 0
    private var end = End()
    private let log = SaidLog()
    /// Is told where the turn stands in the journal that comes next, in words.
    private let underWay: (Int) -> Void

    /// Where a journal ends.
    struct End {
      /// Where the next record is to stand, in words.
      var index = 0
      /// Where the last record ends that was more than the news of a death.
      var progress = 0
      /// What was under way when the process died, and is not done.
      var interrupted: JournalRecord?
      /// What was under way, and is done as a part of it was sent already: the record of that is missing.
      var missing: JournalRecord?
      /// How the pipe to the frontend was in the last turn.
      var pipe = PipeRequest()
    }

    init(
      _ connection: Connection, _ loop: EventLoop, from input: JournaledInput,
      _ output: JournaledOutput, _ records: Descriptor, underWay: @escaping (Int) -> Void
    ) throws(SystemError) {
      session = connection.session
      self.connection = connection
      self.loop = loop
      self.input = input
      self.output = output
      reader = try JournalReader(records)
      self.underWay = underWay
      session.turnLog = log
      // Nothing is sent meanwhile.
      session.outbox.makeRoom = nil
    }

    /// Has all turns once more that are over. It may be called again, when there are more.
    mutating func play() throws(RestoreFailure) {
      sent += output.takeSent()
      sent -= connection.forget(sent)
      while let record = reader.next() {
        switch record {
        case .pipe(let pipe):
          end.pipe = pipe
          session.outbox.replayedPipe = pipe
        case .time(let time):
          if loop.advanceToNextTimer(before: time) {
            throw failure("a timer falls due that did not")
          }
        default:
          guard case .settled(let said)? = reader.next() else {
            return reader.goBack(to: end.index)
          }
          underWay(end.index)
          try perform(record)
          if log.said != said { throw failure("it says something else") }
        }
        end.index = reader.index
        if case .restarted(let restart, _) = record, restart.skipped == nil { continue }
        end.progress = end.index
      }
    }

    /// The same, and comes to what was under way when the process died. Mostly nothing of that was sent, as the end of
    /// a turn is written before; but what a line sets off may be more than there is room for.
    mutating func finish() throws(RestoreFailure) -> End {
      try play()
      if let record = reader.next() {
        underWay(end.index)
        if sent == 0 {
          end.interrupted = record
        } else {
          try perform(record)
          end.missing = .settled(log.said)
          end.index = reader.index
        }
      }
      if sent > 0 { throw failure("the frontend has more than was said") }
      session.turnLog = nil
      session.outbox.replayedPipe = nil
      session.outbox.isBackedUp = end.pipe.isBackedUp
      connection.makeRoomByWriting()
      return end
    }

    private mutating func perform(_ record: JournalRecord) throws(RestoreFailure) {
      switch record {
      case .line(let time):
        try advance(to: time)
        session.perform(.line(try takeLine()))
      case .lost(let error, let time):
        try advance(to: time)
        session.perform(.lost(try takeLine(), error))
      case .restarted(let restart, let time):
        _ = loop.skip(restart.skipped)
        try advance(to: time)
        session.perform(.restarted(restart))
      case .keptOn(let reason, let time):
        try advance(to: time)
        session.perform(.keptOn(reason))
      case .completion(let task, let time):
        try advance(to: time)
        guard loop.release(task: task) else {
          throw failure("task \(task) has brought nothing back")
        }
        session.perform(.completion(of: task))
      case .steps(let steps, let time):
        try advance(to: time)
        for step in steps where !loop.run(step) {
          throw failure("task \(step.task) has no step to take")
        }
        session.perform(.steps(steps))
      case .arrival(let time):
        try advance(to: time)
        loop.resumeDeferred()
        session.perform(.arrival)
      case .timer(let time):
        guard loop.advanceToNextTimer(before: time) else {
          throw failure("no timer is due")
        }
        session.perform(.timer)
      case .room: session.perform(.room)
      case .quiet(let time):
        try advance(to: time)
        session.perform(.quiet)
      case .end(let time):
        try advance(to: time)
        session.perform(.end)
      case .time, .pipe, .settled: return
      }
      loop.instance = nil
      sent -= connection.forget(sent)
    }

    /// Lets time pass. What was recorded at the time of what came before has not waited for timers that are due.
    private func advance(to time: Int64) throws(RestoreFailure) {
      if time > loop.time, loop.advanceToNextTimer(before: time) {
        throw failure("a timer falls due that did not")
      }
    }

    private func takeLine() throws(RestoreFailure) -> Frame {
      guard let line = connection.takeLine(input.readStored) else {
        throw failure("the line is missing")
      }
      return line
    }

    private func failure(_ reason: String) -> RestoreFailure {
      RestoreFailure(turn: session.turnNumber, reason)
    }
  }

  /// A session is not what it was.
  struct RestoreFailure: Error, CustomStringConvertible {
    let description: String

    init(turn: Int, _ reason: String) {
      description = "the session cannot be restored: turn \(turn): \(reason)"
    }
  }

  /// Adds up what the last cause has said.
  private final class SaidLog: TurnLog {
    private(set) var said = JournalRecord.Said()

    func begins(_ cause: Turn.Cause, pipe: PipeRequest) { said = JournalRecord.Said() }

    func turnEnds(saying bytes: UnsafeRawBufferPointer) {
      if !bytes.isEmpty { said.append(bytes) }
    }

    func ends() {}
    func timersFired() {}
  }
#endif
