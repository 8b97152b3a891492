#if os(Linux) && !MAIN_QUEUE
  import HostEngine
  import HostLoop
  import HostProtocol
  import JSON
  import JSONRPC
  import OperatingSystem

  /// Restores a session in another process from the journal, by repeating its turns.
  ///
  /// The repeated output is compared with the recorded output. While both are equal, the frontend
  /// gets the bytes that it has not received. They differ if a ViewModel depends on more than the
  /// host gives it. Then the frontend is synchronized with the session, at the end of the record
  /// whose output contains the last sent byte.
  struct Restore: ~Copyable {
    let session: Session
    let connection: Connection
    private let loop: EventLoop
    let input: JournaledInput
    let output: JournaledOutput
    let journal: Journal
    var reader: JournalReader
    /// Where the journal begins, if its earlier part was deleted.
    private let origin: JournalOrigin?
    /// The number of sent bytes that were not repeated yet.
    var sent = 0
    /// Whether another process still runs the session.
    var isStandby = false
    /// The state of the frontend from a difference on, until it is synchronized.
    var frontend: JournaledFrontend?
    var end = End()
    /// The recorded rewinds of the current frontend that are still to be repeated.
    var rewounds: ArraySlice<Rewound> = []
    /// The requested rewind after those, if any.
    var request: RewindPlan?
    /// The conversation with that frontend up to the first of these.
    var conversation: JournaledConversation
    /// Whether the session has differed from its records since another process restored it.
    var hasDiffered: Bool
    /// Whether it has ever differed, so that the frontend may know its service calls by other
    /// numbers.
    private let hasEverDiffered: Bool
    /// Whether the output is compared with the recorded output.
    var compares = true
    /// Where the part that concerns the present frontend begins.
    let beginning: JournalBeginning
    /// Whether the current turns had another frontend than the present one.
    private(set) var isForFormerFrontend: Bool
    /// Whether the session is being resumed from its journal, for another frontend.
    var resumes = false
    let log: OutputLog
    var recordedOutput: JournaledLines
    /// The first difference in the output to earlier frontends, which counts only if it affects the
    /// present one.
    var firstDifference: RestoreFailure?
    /// Called with the index of the next turn's record, in words.
    private let willRepeat: (Int) -> Void

    struct End {
      /// The index of the next record, in words.
      var index = 0
      /// The end of the last record that was more than a report of a crash.
      var progress = 0
      /// The cause that was interrupted when the process died, and is not repeated.
      var interrupted: JournalRecord?
      /// The end of an interrupted cause that was repeated, as a part of its output was sent: this
      /// record is missing.
      var missing: JournalRecord?
      /// The state of the pipe to the frontend in the last turn.
      var pipe = PipeRequest()
      /// Whether the session differs from its records.
      var differs = false
      /// The ids of the instances whose state at the frontend differed. Those that were changed by
      /// recorded rewinds are not among them.
      var differing: [String] = []
      /// The size of the output, in bytes without framing.
      var outputCount = 0
      /// The pending answer to the request of the last rewind, if any.
      var unanswered: (id: RequestID, result: JSONValue)?
    }

    init(
      _ connection: Connection, _ loop: EventLoop, from input: JournaledInput,
      _ output: JournaledOutput, _ journal: Journal, willRepeat: @escaping (Int) -> Void
    ) throws {
      let origin = try journal.origin()
      var reader = try JournalReader(journal.records, from: origin?.index ?? 0)
      let differences = reader.skipUndone()
      let first = try journal.beginning(at: origin ?? JournalOrigin())
      let beginning = try journal.beginning()
      (self.origin, self.beginning) = (origin, beginning)
      (hasDiffered, hasEverDiffered) = (differences.isLast, differences.isAny)
      conversation = JournaledConversation(
        journal, first, lineLimit: connection.session.options.lineLimit)
      recordedOutput = JournaledLines(of: journal, from: origin?.output ?? 0)
      isForFormerFrontend = beginning.index > origin?.index ?? 0
      session = connection.session
      self.connection = connection
      self.loop = loop
      log = OutputLog(loop)
      self.input = input
      self.output = output
      self.journal = journal
      self.willRepeat = willRepeat
      end.index = reader.index
      self.reader = reader
      input.begin(at: origin?.input ?? 0)
      output.begin(at: beginning.output)
      session.turnLog = log
      session.awaitsTrials = true
      // No output is sent meanwhile.
      session.outbox.makeRoom = nil
    }

    /// Repeats all turns that have ended in the process that runs the session. May be called again
    /// for later turns.
    ///
    /// - Throws: also when the output differs.
    mutating func catchUp() throws {
      isStandby = true
      if hasDiffered { throw RestoreFailure.incomparable }
      try beginRewinds()
      try repeatRecords()
    }

    /// Repeats all turns, except one that was interrupted.
    mutating func finish() throws -> End {
      isStandby = false
      try beginRewinds()
      synchronizeFrontend()
      try repeatRecords()
      synchronizeFrontend()
      if sent > 0 { throw failure("the frontend has more than was said") }
      end.outputCount = log.count
      endRestore()
      return end
    }

    mutating func dropSkippedLines() throws {
      for _ in 0..<reader.drainSkippedLines() { _ = try takeLine() }
    }

    func endRestore() {
      session.awaitsTrials = false
      session.turnLog = nil
      session.outbox.replayedPipe = nil
      session.outbox.isBackedUp = end.pipe.isBackedUp
      connection.makeRoomByWriting()
    }

    mutating func repeatRecords() throws {
      sent += output.updateSent()
      dropSentOutput()
      while let record = reader.next() {
        try dropSkippedLines()
        switch record {
        case .pipe(let pipe):
          end.pipe = pipe
          session.outbox.replayedPipe = pipe
        case .time(let time): try moveTime(to: time)
        case .rewound(let record) where record == rewounds.first: try repeatRewind(record)
        case .position, .rewound: break
        case .origin(let here): begin(at: here)
        case .resumed(let here): try begin(at: here)
        case .end where resumes: return
        default: guard try repeatTurns(of: record) else { return }
        }
        end.index = reader.index
        synchronizeFrontend()
        if case .restarted(let restart, _) = record, restart.skipped == nil { continue }
        end.progress = end.index
      }
    }

    /// Handles a possible beginning of the journal.
    private mutating func begin(at here: JournalOrigin) {
      loop.renumberTasks()
      guard let origin, end.index == origin.index else { return }
      session.resume(from: here.session)
      log.count = 0
    }

    /// Handles the beginning of another frontend.
    private mutating func begin(at here: JournalBeginning) throws {
      input.begin(at: here.input)
      (end.pipe, end.unanswered) = (PipeRequest(), nil)
      beginFrontend()
      recordedOutput = JournaledLines(of: journal, from: here.output)
      conversation = JournaledConversation(
        journal, here, lineLimit: session.options.lineLimit)
      isForFormerFrontend = reader.index != beginning.end
      try beginRewinds()
      if isCompared && frontend == nil { try compareBeginning(with: here.digest) }
      dropSentOutput()
    }

    /// Starts over with another frontend.
    mutating func beginFrontend() {
      session.outbox.replayedPipe = end.pipe
      connection.resetStreams()
      session.beginFrontend()
      log.recordSynchronization(session.outbox.bytes, from: 0, to: 0, turn: 0)
    }

    /// Repeats the turns of a record. Output of interrupted turns was mostly not sent, as their end
    /// is recorded before; but a line may cause more output than there is room for.
    ///
    /// - Returns: whether the next record can be repeated.
    private mutating func repeatTurns(of record: JournalRecord) throws -> Bool {
      let next = reader.index
      guard case .settled(let digest, _)? = reader.next() else {
        if isStandby || resumes {
          reader.seek(to: end.index)
          return false
        }
        willRepeat(end.index)
        guard frontend?.hasPart ?? (sent > 0) else {
          end.interrupted = record
          return false
        }
        try perform(record)
        if frontend == nil, try !repeatsSentOutput() { try differ() }
        end.missing = .settled(log.digest, isStep: log.isStep)
        end.index = next
        dropSentOutput()
        return false
      }
      willRepeat(end.index)
      try perform(record)
      if log.digest != digest { try compare(with: digest) }
      dropSentOutput()
      return true
    }

    // MARK: Differences

    /// Whether a difference from the records matters.
    var isCompared: Bool { !end.differs && compares && !isForFormerFrontend }

    /// Notes that the session differs from its records, from the last output on.
    ///
    /// - Parameters:
    ///   - reason: the difference, in words.
    ///   - wasSent: whether the frontend may have a part of the output that differs; otherwise
    ///     ``sent`` decides.
    mutating func differ(
      _ reason: String = "other work is done", wasSent: Bool = false
    ) throws {
      guard isCompared else { return }
      if isStandby { throw failure(reason) }
      end.differs = true
      // Otherwise the frontend has only output that did not differ.
      guard sent > 0 || wasSent || hasDiffered else { return }
      do {
        try begin(
          JournaledFrontend(
            of: journal, sent: journal.output.position, lineLimit: session.options.lineLimit))
      } catch {
        throw failure("\(error)")
      }
    }

    /// From now on output only counts as far as this frontend waits for it. It is synchronized
    /// later.
    mutating func begin(_ frontend: JournaledFrontend) {
      self.frontend = frontend
      // The former frontend needs no answers.
      if isForFormerFrontend { return }
      log.begin(LateAnswers(for: frontend.mirror))
      if hasEverDiffered || compares { session.expectAnswers(of: frontend.mirror) }
    }

    /// Synchronizes the frontend with the session, once all output is repeated that it has received
    /// in part.
    private mutating func synchronizeFrontend() {
      if let frontend, end.index >= frontend.boundary, !frontend.hasPart || end.missing != nil {
        // The answer that is still to come announces instances that it does not know yet.
        end.differing = synchronize(Self.reason, opens: end.unanswered != nil)
        log.endAnswers()
      }
    }

    /// Synchronizes the frontend with the session.
    ///
    /// - Parameters:
    ///   - reason: the reason in messages about what is gone.
    ///   - opens: whether instances that it does not know stay.
    /// - Returns: the ids of the instances whose state differed.
    @discardableResult mutating func synchronize(_ reason: String, opens: Bool) -> [String] {
      guard let frontend = self.frontend.take() else { return [] }
      if !isForFormerFrontend { sent = max(beginning.output + sent - frontend.position, 0) }
      connection.replaceUnsent(with: frontend.rest)
      let start = session.outbox.bytes.count
      let differing = session.synchronize(
        frontend.mirror, answers: log.answers ?? LateAnswers(for: frontend.mirror),
        because: reason, opens: opens)
      log.recordSynchronization(
        session.outbox.bytes, from: start, to: frontend.count, turn: session.turnNumber)
      return differing
    }

    private static let reason =
      "The host crashed, and what it restored is not what it was: this is not known any more"

    /// Whether the last output begins with the last bytes that were sent.
    private func repeatsSentOutput() throws -> Bool {
      let output = journal.output
      let end = output.position
      let bytes = try output.bytes(from: end - sent, to: end)
      return connection.withUnsent { $0.prefix(bytes.count).elementsEqual(bytes) }
    }

    mutating func dropSentOutput() {
      if frontend == nil && !isForFormerFrontend {
        sent -= connection.forget(sent)
      } else {
        connection.replaceUnsent(with: [])
      }
    }

    // MARK: Turns

    private mutating func perform(_ record: JournalRecord) throws {
      switch record {
      case .line(_, let time):
        try advance(to: time)
        session.perform(.line(try takeLine()))
      case .lost(let error, _, let time):
        try advance(to: time)
        session.perform(.lost(try takeLine(), error))
      case .restarted(let restart, let time):
        _ = loop.skip(restart.skipped)
        try advance(to: time)
        session.perform(.restarted(restart))
      case .handedOver(var handOver, let time):
        try advance(to: time)
        if handOver.response != nil, let (id, result) = end.unanswered.take() {
          handOver.response = (id, .success(result))
        }
        session.perform(.handedOver(handOver))
      case .completion(let task, let time):
        try advance(to: time)
        guard loop.release(task: task) else { return try differ("a task does not end") }
        session.perform(.completion(of: task))
      case .steps(let steps, let time):
        try advance(to: time)
        for step in steps where !loop.run(step) { try differ("a task has no such step") }
        session.perform(.steps(steps))
      case .arrival(let time):
        try advance(to: time)
        loop.resumeDeferred()
        session.perform(.arrival)
      case .timer(let time):
        guard loop.advanceToNextTimer(before: time) else {
          return try differ("expected a timer, found none")
        }
        session.perform(.timer)
      case .tried(let outcome, let time):
        try advance(to: time)
        guard session.hasTrials else { return try differ("nothing is tried") }
        session.perform(.tried(outcome))
      case .room: session.perform(.room)
      case .quiet(let time):
        try advance(to: time)
        session.perform(.quiet)
      case .end(let time):
        try advance(to: time)
        session.perform(.end)
      case .time, .pipe, .settled, .position, .rewound, .resumed, .origin: return
      }
    }

    /// Moves the clock forward. A record with the time of the one before has not waited for due
    /// timers.
    private mutating func advance(to time: Int64) throws {
      if time > loop.time { try moveTime(to: time) }
    }

    /// Moves the clock forward. The session differs if a timer for a turn is due by then.
    private mutating func moveTime(to time: Int64) throws {
      while loop.advanceToNextTimer(before: time) {
        try differ("expected no timer, found one")
        session.perform(.timer)
      }
    }

    private func takeLine() throws(LineIsMissing) -> Frame {
      guard let line = connection.nextLine(input.readStored) else {
        throw LineIsMissing()
      }
      return line
    }

    func failure(_ reason: String) -> RestoreFailure {
      RestoreFailure(turn: session.turnNumber, reason)
    }
  }
#endif
