#if os(Linux) && !MAIN_QUEUE
  import HostEngine
  import HostLoop
  import HostProtocol
  import JSON
  import JSONRPC
  import OperatingSystem

  /// Brings a session to where it is in another process, or was when that died, from the journal: by the same turns.
  ///
  /// What it says once more is compared with what it said. As long as that is the same, the frontend is sent the bytes
  /// that it does not have. Where it is not, as ViewModels look at more than the host gives them, the frontend is brought
  /// to where the session is then: at the end of the record that the last byte came of that was sent.
  struct Restore: ~Copyable {
    let session: Session
    let connection: Connection
    private let loop: EventLoop
    let input: JournaledInput
    let output: JournaledOutput
    let journal: Journal
    var reader: JournalReader
    /// Where the journal begins, if it has forgotten what was before.
    private let origin: JournalOrigin?
    /// How many bytes that the frontend has are still to be said once more.
    var sent = 0
    /// Whether another process still has the session.
    var isBeside = false
    /// What the frontend has, once the session is known not to be what it was, until it is brought to where that is.
    var frontend: JournaledFrontend?
    var end = End()
    /// Where the session goes back to an earlier turn, as the records say that are to come.
    var rewounds: ArraySlice<Rewound> = []
    /// To what turn the session is to go back when these are over, if it is.
    var request: RewindPlan?
    /// What frontend and host have said up to the first of these.
    var conversation: JournaledConversation
    /// Whether the session is not what it was since another process restored it.
    var hasDiffered: Bool
    /// Whether it was not once, so that its service calls may have other numbers than the frontend's.
    private let hasEverDiffered: Bool
    /// Whether what is said is compared with what was said.
    var compares = true
    /// Where the part of the frontend begins that there is.
    let beginning: JournalBeginning
    /// Whether what is said was said to another frontend than the one that there is.
    private(set) var isForNobody: Bool
    /// Whether the session is taken up by its journal, for another frontend.
    var resumes = false
    let log: SaidLog
    /// What was said there before.
    var saidBefore: JournaledLines
    /// Where the session was not what it was for another frontend, which counts if it matters for the one that there is.
    var firstDifference: RestoreFailure?
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
      /// Whether the session is not what it was.
      var differs = false
      /// The ids of the instances that the restore has found not to be what the frontend has. Those that a session
      /// changed by going back, as it did before, are not among them.
      var differing: [String] = []
      /// How many bytes have been said, without what frames them.
      var said = 0
      /// The answer to the request by which the session went back last, if that has none yet.
      var unanswered: (id: RequestID, result: JSONValue)?
    }

    init(
      _ connection: Connection, _ loop: EventLoop, from input: JournaledInput,
      _ output: JournaledOutput, _ journal: Journal, underWay: @escaping (Int) -> Void
    ) throws {
      let origin = try journal.origin()
      var reader = try JournalReader(journal.records, from: origin?.index ?? 0)
      let differences = reader.leaveOutTakenBack()
      let beginning = try journal.beginning()
      (self.origin, self.beginning) = (origin, beginning)
      (hasDiffered, hasEverDiffered) = (differences.isLast, differences.isAny)
      conversation = JournaledConversation(
        journal, beginning, lineLimit: connection.session.options.lineLimit)
      saidBefore = JournaledLines(of: journal, from: origin?.output ?? 0)
      isForNobody = beginning.index > origin?.index ?? 0
      session = connection.session
      self.connection = connection
      self.loop = loop
      log = SaidLog(loop)
      self.input = input
      self.output = output
      self.journal = journal
      self.underWay = underWay
      end.index = reader.index
      self.reader = reader
      input.begin(at: origin?.input ?? 0)
      output.begin(at: beginning.output)
      session.turnLog = log
      session.awaitsTrials = true
      // Nothing is sent meanwhile.
      session.outbox.makeRoom = nil
    }

    /// Has all turns once more that are over in another process, which goes on. It may be called again, when there are
    /// more.
    ///
    /// - Throws: also when the session is not what it is there.
    mutating func follow() throws {
      isBeside = true
      if hasDiffered { throw RestoreFailure.incomparable }
      try beginTakingBack()
      try takeRecords()
    }

    /// Has all turns once more, but for one that was interrupted.
    mutating func finish() throws -> End {
      isBeside = false
      if hasDiffered { try differ() } else { try beginTakingBack() }
      bringFrontend()
      try takeRecords()
      bringFrontend()
      if sent > 0 { throw failure("the frontend has more than was said") }
      end.said = log.count
      endRestore()
      return end
    }

    mutating func dropLines() throws {
      for _ in 0..<reader.takeLeftOutLines() { _ = try takeLine() }
    }

    func endRestore() {
      session.awaitsTrials = false
      session.turnLog = nil
      session.outbox.replayedPipe = nil
      session.outbox.isBackedUp = end.pipe.isBackedUp
      connection.makeRoomByWriting()
    }

    mutating func takeRecords() throws {
      sent += output.takeSent()
      forgetWhatWasSent()
      while let record = reader.next() {
        try dropLines()
        switch record {
        case .pipe(let pipe):
          end.pipe = pipe
          session.outbox.replayedPipe = pipe
        case .time(let time): try passTime(to: time)
        case .rewound(let record) where record == rewounds.first: try goBackOnceMore(record)
        case .position, .rewound: break
        case .origin(let here): begin(at: here)
        case .resumed(let here): try begin(at: here)
        case .end where resumes: return
        default: guard try take(record) else { return }
        }
        end.index = reader.index
        bringFrontend()
        if case .restarted(let restart, _) = record, restart.skipped == nil { continue }
        end.progress = end.index
      }
    }

    /// Comes to where the journal begins, or might have begun.
    private mutating func begin(at here: JournalOrigin) {
      loop.renumberTasks()
      guard let origin, end.index == origin.index else { return }
      session.resume(from: here.session)
      log.count = 0
    }

    /// Comes to where another frontend begins.
    private mutating func begin(at here: JournalBeginning) throws {
      input.begin(at: here.input)
      end.pipe = PipeRequest()
      beginFrontend()
      saidBefore = JournaledLines(of: journal, from: here.output)
      guard reader.index == beginning.end else { return }
      isForNobody = false
      if let frontend { begin(frontend) } else { try compareBeginning(with: here.said) }
      forgetWhatWasSent()
    }

    /// Begins with another frontend.
    mutating func beginFrontend() {
      session.outbox.replayedPipe = end.pipe
      connection.resetStreams()
      session.beginFrontend()
      log.bring(session.outbox.bytes, from: 0, to: 0, turn: 0)
    }

    /// Has the turns of a record once more. Of those that were under way when the process died mostly nothing was sent, as
    /// their end is written before; but what a line sets off may be more than there is room for.
    ///
    /// - Returns: whether the next record can be taken.
    private mutating func take(_ record: JournalRecord) throws -> Bool {
      let next = reader.index
      guard case .settled(let said, _)? = reader.next() else {
        if isBeside || resumes {
          reader.goBack(to: end.index)
          return false
        }
        underWay(end.index)
        guard frontend?.hasPart ?? (sent > 0) else {
          end.interrupted = record
          return false
        }
        try perform(record)
        if frontend == nil, try !saysWhatWasSent() { try differ() }
        end.missing = .settled(log.said, isStep: log.isStep)
        end.index = next
        forgetWhatWasSent()
        return false
      }
      underWay(end.index)
      try perform(record)
      if log.said != said { try compare(with: said) }
      forgetWhatWasSent()
      return true
    }

    // MARK: A session that is not what it was

    /// Whether it counts that the session is what it was.
    var isCompared: Bool { !end.differs && compares && !isForNobody }

    /// The session is not what it was, from what was said last on.
    ///
    /// - Parameters:
    ///   - reason: what is not, in words.
    ///   - wasSent: whether the frontend may have something of what is not as it was; else that is known.
    mutating func differ(
      _ reason: String = "other work is done", wasSent: Bool = false
    ) throws {
      guard isCompared else { return }
      if isBeside { throw failure(reason) }
      end.differs = true
      // Otherwise all has been said that the frontend has, and it has nothing of what is not as it was.
      guard sent > 0 || wasSent || hasDiffered else { return }
      do {
        try begin(
          JournaledFrontend(
            of: journal, sent: journal.output.position, lineLimit: session.options.lineLimit))
      } catch {
        throw failure("\(error)")
      }
    }

    /// From now on what is said only counts as far as this frontend waits for it, which is to be brought to where the
    /// session is.
    mutating func begin(_ frontend: JournaledFrontend) {
      self.frontend = frontend
      // The one before has nothing to do with it.
      if isForNobody { return }
      log.begin(LateAnswers(for: frontend.mirror))
      if hasEverDiffered || compares { session.expectAnswers(of: frontend.mirror) }
    }

    /// Brings the frontend to where the session is, if all has been said of which it has something.
    private mutating func bringFrontend() {
      if let frontend, end.index >= frontend.boundary, !frontend.hasPart || end.missing != nil {
        // What it was told by the answer that is still to come it does not know yet.
        end.differing = bring(Self.reason, opens: end.unanswered != nil)
        log.endAnswers()
      }
    }

    /// Brings the frontend to where the session is.
    ///
    /// - Parameters:
    ///   - reason: what is said of what is not there any more.
    ///   - opens: whether instances that it does not know stay.
    /// - Returns: the ids of the instances of which it has something else.
    @discardableResult mutating func bring(_ reason: String, opens: Bool) -> [String] {
      guard let frontend = self.frontend.take() else { return [] }
      sent = max(beginning.output + sent - frontend.position, 0)
      connection.replaceUnsent(with: frontend.rest)
      let start = session.outbox.bytes.count
      let differing = session.synchronize(
        frontend.mirror, answers: log.answers ?? LateAnswers(for: frontend.mirror),
        because: reason, opens: opens)
      log.bring(session.outbox.bytes, from: start, to: frontend.count, turn: session.turnNumber)
      return differing
    }

    private static let reason =
      "The host crashed, and what it restored is not what it was: this is not known any more"

    /// Whether what was said last begins with the last bytes that were sent.
    private func saysWhatWasSent() throws -> Bool {
      let output = journal.output
      let end = output.position
      let bytes = try output.bytes(from: end - sent, to: end)
      return connection.withUnsent { $0.prefix(bytes.count).elementsEqual(bytes) }
    }

    mutating func forgetWhatWasSent() {
      if frontend == nil && !isForNobody {
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

    /// Lets time pass. What was recorded at the time of what came before has not waited for timers that are due.
    private mutating func advance(to time: Int64) throws {
      if time > loop.time { try passTime(to: time) }
    }

    /// Lets time pass. No timer falls due by then that is a turn, or the session is not what it was.
    private mutating func passTime(to time: Int64) throws {
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
