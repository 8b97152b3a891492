#if os(Linux) && !MAIN_QUEUE
  import HostEngine
  import HostLoop
  import HostProtocol
  import JSON
  import JSONRPC
  import OperatingSystem

  /// The connection of a session that outlives the process that has it.
  package final class SupervisedConnection {
    package let connection: Connection
    private let journal: Journal
    private let loop: EventLoop
    private let input: JournaledInput
    private let output: JournaledOutput
    private let state: JournalState

    package init(
      _ session: Session, _ loop: EventLoop, _ journal: Journal, input: Descriptor,
      output: OutputPipe
    ) throws(SystemError) {
      // The journal has these turns, too.
      session.supportsQuiet = loop.isRestoring
      loop.noteInstances()
      session.willCall = { [loop] in loop.note(instance: $0) }
      self.loop = loop
      self.journal = journal
      self.input = JournaledInput(input, journal)
      self.output = JournaledOutput(output, journal)
      state = try JournalState(journal.state)
      connection = Connection(session, input: self.input, output: self.output)
    }

    /// Restores the session, and writes it down from here on.
    ///
    /// - Throws: when it cannot be restored; then it is over.
    package func begin() throws {
      do { try restore() } catch {
        end()
        throw error
      }
    }

    private func restore() throws {
      let death = state.death
      state.isRestored = false
      if state.restoreDeaths >= Self.restoreLimit {
        throw CommandFailure(.faulty, "the session cannot be restored: \(state.reason)")
      }
      var restore = try Restore(
        connection, loop, from: input, journal, sent: output.sent, differs: state.differs
      ) { [self] in state.busy = $0 + 1 }
      let end = try Process.withoutPrinting { try restore.run() }
      state.isRestored = true
      state.busy = 0
      state.restoreDeaths = 0
      let verdict = try judge(death, at: end)
      state.death = .none
      state.step = 0

      var restart = Turn.Restart(restarted(end.differing))
      if case .skip(let skipped) = verdict {
        restart.skipped = skipped
        let ids = connection.session.instanceIDs
        if let instance = loop.instance(loop.skip(skipped), among: ids) {
          restart.closed = (instance, "Its own work has ended the host twice: \(state.reason)")
        }
      }
      var file = try JournalFile(journal.records, at: end.index)
      if let missing = end.missing { try file.append(missing) }
      if end.differs {
        state.differs = true
        try connection.withUnsent { bytes throws(SystemError) in try output.store(bytes) }
        try file.append(.position(end.said))
      }
      loop.endRestore(since: state.start)
      connection.session.turnLog = JournalWriter(
        file, try JournalState(journal.state), of: loop, pipe: end.pipe
      ) { error in
        Descriptor.standardError.warn("the journal cannot be written: \(error)\n")
        Process.exit(ExitStatus.cannotWrite.rawValue)
      }
      let shared = try JournalState(journal.state)
      loop.observeSteps { shared.step = $0 }
      if death != .none { connection.session.perform(.restarted(restart)) }
      if case .giveUpLine = verdict, let line = connection.takeLine(input.readStored) {
        connection.session.perform(.lost(line, CrashReason(state.reason).error))
      }
      connection.takeRest(input.readStored)
    }

    /// The session is over.
    package func end() { state.isOver = true }

    /// How many processes may die while they restore the session, and how many at one place of it.
    private static let (restoreLimit, placeLimit) = (10, 5)

    private func restarted(_ differing: [String]) -> RestartedNotification {
      RestartedNotification(
        CrashReason(state.reason),
        milliseconds: (Process.nanoseconds() - state.deathTime) / 1_000_000, differing: differing)
    }

    /// What is to be done about what was under way when the process died.
    private enum Verdict {
      /// It is tried once more: it has said nothing.
      case retry
      case giveUpLine
      case skip(Turn.Restart.Skipped)
    }

    /// Counts the deaths at the same work, and judges. Who ends a process by itself is given up: a line at once, other work the
    /// second time. What was ended by something outside is tried once more.
    private func judge(
      _ death: JournalState.Death, at end: Restore.End
    ) throws(CommandFailure) -> Verdict {
      if death == .none { return .retry }
      let work = workUnderWay(at: end)
      let count = state.deaths.work == work ? state.deaths.count + 1 : 1
      state.deaths = (work, count)
      switch end.interrupted {
      case .line?: return death == .own || count > 1 ? .giveUpLine : .retry
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
    /// A number for what was under way when the process died: the same as long as that is. Other work may have come to
    /// its end before, but not so where nothing is known but how far the journal has come.
    private func workUnderWay(at end: Restore.End) -> Int {
      switch end.interrupted {
      case .timer(let time)?: Int(time) << 2 | 1
      case .completion(let task, _)?: task << 2 | 2
      case nil where state.step != 0: state.step << 2 | 3
      default: end.progress << 2
      }
    }
  }

  extension EventLoop {
    /// Takes work back that has ended a process.
    ///
    /// - Returns: the number of the instance that has set it off; 0 where that is not noted.
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
