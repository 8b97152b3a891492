#if os(Linux) && !MAIN_QUEUE
  import HostEngine
  import HostLoop
  import HostProtocol
  import JSON
  import JSONRPC
  import OperatingSystem

  /// The connection of a session that survives the process that runs it.
  package final class SupervisedConnection: LoopInterruption {
    package let connection: Connection
    let journal: Journal
    private let channel: WorkerChannel
    let loop: EventLoop
    let input: JournaledInput
    let output: JournaledOutput
    private let failure: JournalFailure
    let state: JournalState
    /// Whether the former process was stopped for this one, and has not died.
    private var isSuccessor = false
    /// The size in bytes at which the journal is started over when there are no instances; `nil`
    /// for no limit.
    let journalLimit: Int?
    /// Where the journal begins, or up to where its files were deleted.
    var origin = JournalOrigin()
    /// The requested rewind.
    private var request: RewindRequestFile?
    /// The index of the record that is being repeated, in words; `nil` when none is.
    private var restoring: Int?
    /// Whether the supervisor has ended.
    private var isAlone = false

    /// - Parameter name: the name of the journal in messages.
    package init(
      _ session: Session, _ loop: EventLoop, _ journal: Journal, _ channel: WorkerChannel,
      named name: String, journalLimit: Int?, input: Descriptor, output: OutputPipe
    ) throws(SystemError) {
      // The journal records idle turns as well.
      session.supportsQuiet = loop.isRestoring
      loop.noteInstances()
      session.willCall = { [loop] in loop.note(instance: $0) }
      self.loop = loop
      self.journal = journal
      self.journalLimit = journalLimit
      self.channel = channel
      let failure = JournalFailure(try JournalState(journal.state), named: name)
      self.failure = failure
      self.input = JournaledInput(input, journal, failure)
      self.output = JournaledOutput(output, journal, failure)
      state = try JournalState(journal.state)
      connection = Connection(session, input: self.input, output: self.output)
      session.history = self
    }

    /// Restores the session by the supervisor's commands, and records it from here on.
    ///
    /// - Throws: when it cannot be restored; then it has ended, unless another worker runs it.
    package func begin() throws {
      guard state.isOfJournal else {
        throw CommandFailure(.badData, "the journal is one of another version")
      }
      do { try handleCommands() } catch let error
        where !(error is SystemError) && state.resuming != .no
      {
        end()
        if state.resuming == .exactly, error is RestoreFailure {
          throw CommandFailure(.badData, "\(error); the journal is of another executable")
        }
        throw DamagedJournal("\(error)")
      } catch let failure as RestoreFailure {
        guard isSuccessor else { throw CommandFailure(.faulty, failure.description) }
        // The supervisor reports the reason.
        state.reason = failure.description
        channel.report(.failed)
        Process.exit(ExitStatus.faulty.rawValue)
      } catch let error as SystemError where error.isLackOfRoom {
        failure.end(error)
      }
    }

    private func handleCommands() throws {
      var restore = try Restore(connection, loop, from: input, output, journal) {
        [self] in
        restoring = $0
        if isSuccessor { state.repeating = $0 } else { state.busy = $0 + 1 }
      }
      while let command = channel.takeCommand() {
        switch command {
        case .restore:
          isSuccessor = true
          try Process.withoutPrinting { try restore.catchUp() }
          channel.report(.restored)
        case .rewind:
          isSuccessor = true
          let request = try RewindRequestFile(readingFrom: journal)
          self.request = request
          try Process.withoutPrinting { try restore.rewind(request.plan) }
          channel.report(.restored)
        case .serve:
          do { return try begin(with: &restore) } catch {
            end()
            throw error
          }
        case .pause, .resume, .refuse: break
        }
      }
      throw CommandFailure(.faulty, "the supervisor has ended")
    }

    private func begin(with restore: inout Restore) throws {
      input.drainPipe()
      let death = isSuccessor ? .none : state.death
      let resuming = state.resuming
      // The record to write at the end of the journal before anything is sent.
      let (end, brought): (_, JournalRecord?) = try Process.withoutPrinting {
        if resuming != .no {
          let (end, beginning) = try restore.resume(exactly: resuming == .exactly)
          return (end, .resumed(beginning))
        }
        if let request {
          let (end, rewound) = try restore.finishRewind(request.plan, for: request.id)
          return (end, .rewound(rewound))
        }
        let end = try restore.finish()
        return (end, end.differs ? .position(end.outputCount) : nil)
      }
      restoring = nil
      state.isRestored = true
      state.busy = 0
      state.restoreDeaths = 0
      let verdict = try judge(death, at: end)
      state.death = .none
      state.step = 0

      let milliseconds = (Process.nanoseconds() - state.deathTime) / 1_000_000
      var restart = Turn.Restart(
        RestartedNotification(
          CrashReason(state.reason), milliseconds: milliseconds, differing: end.differing))
      if case .skip(let skipped) = verdict {
        restart.skipped = skipped
        let ids = connection.session.instanceIDs
        if let instance = loop.instance(loop.skip(skipped), among: ids) {
          restart.closed = (instance, "Its own work has ended the host twice: \(state.reason)")
        }
      }
      var file = try JournalFile(journal.records, at: end.index)
      if let missing = end.missing { try file.append(missing) }
      if let brought {
        try connection.withUnsent { bytes throws(SystemError) in try output.store(bytes) }
        let index = file.index
        try file.append(brought)
        if resuming != .no { state.frontend = index }
        // Time did not pass while no process ran the session.
        if !end.differs, state.start != nil || resuming != .no {
          state.start = Process.nanoseconds() - loop.time
        }
        state.resuming = .no
      }
      if state.executable != 0, resuming != .no || state.isReplaced {
        state.executable = try Journal.executable()
      }
      loop.endRestore(since: state.start)
      connection.session.turnLog = JournalWriter(
        file, try JournalState(journal.state), of: loop, pipe: end.pipe, failure)
      origin = try journal.origin() ?? JournalOrigin()
      connection.willRead = { [weak self] in self?.limitJournal() }
      let shared = try JournalState(journal.state)
      loop.observeSteps { shared.step = $0 }
      if let (id, result) = end.unanswered {
        connection.session.perform(.handedOver(Turn.HandOver(response: (id, .success(result)))))
      }
      if death != .none { connection.session.perform(.restarted(restart)) }
      if state.isReplaced {
        let replaced = RestartedNotification(ofNewExecutable: milliseconds)
        connection.session.perform(.restarted(Turn.Restart(replaced)))
        state.isReplaced = false
      }
      reportComplaint()
      if case .refuseLine = verdict, let line = connection.nextLine(input.readStored) {
        connection.session.perform(.lost(line, CrashReason(state.reason).error))
      }
      // The next turn may not return.
      connection.send()
      connection.bufferRest(input.readStored)
    }

    package var isDue: Bool {
      connection.session.rewind != nil && !connection.hasOutput
        && !connection.session.outbox.isBackedUp
    }

    package var interruption: Descriptor? { isAlone ? nil : channel.descriptor }

    /// Handles the supervisor's commands, between two turns. While another worker takes over, this
    /// waits; then the process is ended.
    package func interrupt() {
      let session = connection.session
      let isWaiting = isDue
      if isDue, let (id, plan) = session.rewind {
        if isAlone { return refuse(Self.aloneMessage) }
        do { try RewindRequestFile(id: id, plan: plan).write(to: journal) } catch {
          return refuse("\(error)")
        }
        channel.report(.wantsRewind)
      }
      repeat {
        switch channel.takeCommand() {
        case .pause:
          channel.report(.paused)
          continue
        case .resume:
          reportComplaint()
          if isWaiting { continue }
        case .refuse: refuse(state.complaint.words)
        case nil:
          isAlone = true
          if isWaiting { refuse(Self.aloneMessage) }
        case .restore, .rewind, .serve: break
        }
        return
      } while true
    }

    private static let aloneMessage = "no process is left that could start another one"

    /// Reports why a new executable does not take over, unless that was reported.
    private func reportComplaint() {
      let (number, words) = state.complaint
      if number == state.reportedComplaint { return }
      connection.session.perform(.handedOver(Turn.HandOver(complaint: words)))
      state.reportedComplaint = number
    }

    /// Refuses the request for a rewind.
    private func refuse(_ reason: String) {
      state.reportedComplaint = state.complaint.number
      guard let id = connection.session.rewind?.id else { return }
      let error = RPCError(.notRestored, "The session stays what it is: \(reason)")
      connection.session.perform(
        .handedOver(Turn.HandOver(complaint: reason, response: (id, .failure(error)))))
    }

    /// Marks the session as ended.
    package func end() { state.isOver = true }

    /// How many processes may die in a row at the same work.
    private static let placeLimit = 5

    /// What to do about interrupted work.
    private enum Verdict {
      /// Repeat it: nothing of its output was sent.
      case retry
      case refuseLine
      case skip(Turn.Restart.Skipped)
    }

    /// Counts the deaths at the same work. Work that ends the process itself is abandoned: a line
    /// at once, other work the second time. Work that was killed from outside is repeated.
    private func judge(
      _ death: JournalState.Death, at end: Restore.End
    ) throws(CommandFailure) -> Verdict {
      if death == .none { return .retry }
      let work = interruptedWork(at: end)
      let count = state.deaths.work == work ? state.deaths.count + 1 : 1
      state.deaths = (work, count)
      switch end.interrupted {
      case .line?: return death == .own || count > 1 ? .refuseLine : .retry
      case _ where death != .own || count < 2: return .retry
      case .timer(let time)?: return .skip(.timer(dueAt: time))
      case .completion(let task, _)?: return .skip(.completion(of: task))
      case nil where state.step != 0: return .skip(.step(of: state.step))
      default:
        guard count < Self.placeLimit else {
          throw CommandFailure(.faulty, "this happens again and again: \(state.reason)")
        }
        return .retry
      }
    }
  }

  extension SupervisedConnection {
    /// Returns a number for the interrupted work, which is the same as long as the work is. Other
    /// work may have ended before, except where only the length of the journal is known.
    private func interruptedWork(at end: Restore.End) -> Int {
      switch end.interrupted {
      case .timer(let time)?: Int(time) << 3 | 1
      case .completion(let task, _)?: task << 3 | 2
      case nil where state.step != 0: state.step << 3 | 3
      // Work that was interrupted before the line came has not begun it.
      case .line?: end.progress << 3 | 4
      default: end.progress << 3
      }
    }
  }

  extension SupervisedConnection: SessionHistory {
    package func turns(_ count: Int) throws(RPCError) -> JSONValue { try history().turns(count) }

    package func plan(_ target: RewindTarget) throws(RPCError) -> JSONValue {
      try history().plan(target).json
    }

    /// Returns the turns before the current one.
    private func history() throws(RPCError) -> TurnHistory {
      if state.isLost { throw RPCError(.notRestored, Self.lostMessage) }
      do {
        return try TurnHistory(
          of: journal, before: restoring ?? state.busy - 1,
          lineLimit: connection.session.options.lineLimit)
      } catch {
        throw RPCError(.internalError, "The journal cannot be read: \(error)")
      }
    }
  }

  extension EventLoop {
    /// Cancels work that has ended a process.
    ///
    /// - Returns: the number of the instance that has caused it; 0 where that is not recorded.
    func skip(_ skipped: Turn.Restart.Skipped?) -> Int {
      switch skipped {
      case .timer(let time): forgetTimer(dueAt: time)
      case .completion(let task): forgetArrival(of: task)
      case .step(let task): forgetStep(of: task)
      case nil: 0
      }
    }
  }
#endif
