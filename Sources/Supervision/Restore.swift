#if os(Linux) && !MAIN_QUEUE
  import HostEngine
  import HostLoop
  import HostProtocol
  import JSONRPC
  import OperatingSystem

  /// Brings a session to where it was when its process died, from the journal: by the same turns.
  struct Restore: ~Copyable {
    private let session: Session
    private let connection: Connection
    private let loop: EventLoop
    private let input: JournaledInput
    private var reader: JournalReader
    /// How many bytes that the frontend has are still to be said once more.
    private var sent: Int
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
      _ records: Descriptor,
      sent: Int, underWay: @escaping (Int) -> Void
    ) throws(SystemError) {
      session = connection.session
      self.connection = connection
      self.loop = loop
      self.input = input
      reader = try JournalReader(records)
      self.sent = sent
      self.underWay = underWay
    }

    /// Has all turns once more, but for one that was interrupted.
    mutating func run() throws(RestoreFailure) -> End {
      var end = End()
      session.turnLog = log
      session.awaitsTrials = true
      defer {
        session.awaitsTrials = false
        session.turnLog = nil
        session.outbox.replayedPipe = nil
      }
      while let record = reader.next() {
        switch record {
        case .pipe(let pipe):
          end.pipe = pipe
          session.outbox.replayedPipe = pipe
        case .time(let time):
          if loop.advanceToNextTimer(before: time) { throw .unexpectedTimer(at: end.index) }
        default:
          let index = reader.index
          underWay(end.index)
          guard case .settled(let said)? = reader.next() else {
            try finish(record, at: index, &end)
            break
          }
          try perform(record, at: end.index)
          if log.said != said { throw RestoreFailure(at: end.index, "it says something else") }
        }
        if end.interrupted != nil || end.missing != nil { break }
        end.index = reader.index
        if case .restarted(let restart, _) = record, restart.skipped == nil { continue }
        end.progress = end.index
      }
      if sent > 0 { throw RestoreFailure(at: end.index, "the frontend has more than was said") }
      session.outbox.isBackedUp = end.pipe.isBackedUp
      return end
    }

    /// Comes to what was under way when the process died. Mostly nothing of that was sent, as the end of a turn is
    /// written before; but what a line sets off may be more than there is room for.
    private mutating func finish(
      _ record: JournalRecord, at next: Int, _ end: inout End
    ) throws(RestoreFailure) {
      if sent == 0 { return end.interrupted = record }
      try perform(record, at: end.index)
      end.missing = .settled(log.said)
      end.index = next
    }

    private mutating func perform(_ record: JournalRecord, at index: Int) throws(RestoreFailure) {
      switch record {
      case .line(let time):
        try advance(to: time, at: index)
        session.perform(.line(try takeLine(at: index)))
      case .lost(let error, let time):
        try advance(to: time, at: index)
        session.perform(.lost(try takeLine(at: index), error))
      case .restarted(let restart, let time):
        _ = loop.skip(restart.skipped)
        try advance(to: time, at: index)
        session.perform(.restarted(restart))
      case .completion(let task, let time):
        try advance(to: time, at: index)
        guard loop.release(task: task) else {
          throw RestoreFailure(at: index, "task \(task) has brought nothing back")
        }
        session.perform(.completion(of: task))
      case .steps(let steps, let time):
        try advance(to: time, at: index)
        for step in steps where !loop.run(step) {
          throw RestoreFailure(at: index, "task \(step.task) has no step to take")
        }
        session.perform(.steps(steps))
      case .arrival(let time):
        try advance(to: time, at: index)
        loop.resumeDeferred()
        session.perform(.arrival)
      case .timer(let time):
        guard loop.advanceToNextTimer(before: time) else {
          throw RestoreFailure(at: index, "no timer is due")
        }
        session.perform(.timer)
      case .tried(let outcome, let time):
        try advance(to: time, at: index)
        guard session.hasTrials else { throw RestoreFailure(at: index, "nothing is to be tried") }
        session.perform(.tried(outcome))
      case .room: session.perform(.room)
      case .quiet(let time):
        try advance(to: time, at: index)
        session.perform(.quiet)
      case .end(let time):
        try advance(to: time, at: index)
        session.perform(.end)
      case .time, .pipe, .settled: return
      }
      loop.instance = nil
      sent -= connection.forget(sent)
    }

    /// Lets time pass. What was recorded at the time of what came before has not waited for timers that are due.
    private func advance(to time: Int64, at index: Int) throws(RestoreFailure) {
      if time > loop.time, loop.advanceToNextTimer(before: time) {
        throw .unexpectedTimer(at: index)
      }
    }

    private func takeLine(at index: Int) throws(RestoreFailure) -> Frame {
      guard let line = connection.takeLine(input.readStored) else {
        throw RestoreFailure(at: index, "the line is missing")
      }
      return line
    }
  }

  /// A session is not what it was.
  struct RestoreFailure: Error, CustomStringConvertible {
    let description: String

    init(at index: Int, _ reason: String) {
      description = "the session cannot be restored: word \(index) of its journal: \(reason)"
    }

    static func unexpectedTimer(at index: Int) -> RestoreFailure {
      RestoreFailure(at: index, "a timer falls due that did not")
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
