#if os(Linux) && !MAIN_QUEUE
  import OperatingSystem
  import Supervision

  /// Starts the process that serves, and starts it anew when it dies before the session is over: from the journal, so that
  /// the frontend loses no more than the line that it died of. When there is a new executable, a process of that takes
  /// over.
  nonisolated final class Supervisor {
    private let journal: Journal
    private let state: JournalState
    private let name: String
    private let arguments: [String]
    /// The option that tells a worker where the journal is.
    private let option: String
    private let hangWatch: HangWatch?
    /// How long a turn may take, in words.
    private let patience: String
    private let executable: ExecutableWatch?
    /// The worker that serves.
    private var worker: Worker
    /// The worker that is to take over.
    private var successor: Successor?
    /// Why the worker that serves was ended, if it was, in words.
    private var ending: String?
    /// How often the worker that serves is to report that it has paused.
    private var pausing = 0

    /// - Parameters:
    ///   - name: how the program calls itself.
    ///   - arguments: those of this process.
    ///   - journal: of the session.
    ///   - option: the option that tells a worker where the journal is.
    ///   - seconds: how long a turn may take, as the limit of a ``ProgressTimeout``; `nil` for as long as it likes.
    ///   - watches: whether a new executable takes over.
    init(
      _ name: String, _ arguments: [String], _ journal: Journal, option: String, seconds: Int?,
      watches: Bool
    ) throws {
      self.journal = journal
      self.name = name
      self.arguments = arguments
      self.option = option
      do throws(SystemError) { state = try JournalState(journal.state) } catch {
        throw CommandFailure(.cannotWrite, "the journal cannot be written: \(error.reason)")
      }
      state.sign()
      hangWatch = try seconds.map { try HangWatch(seconds: $0, journal) }
      patience = "\(seconds ?? 0) s"
      Process.passOnDeterministicHashing()
      // That of this process, also when there is another one at its path by now.
      guard let program = Program("/proc/self/exe") else { throw SystemError("/proc/self/exe") }
      executable = watches ? try ExecutableWatch(Process.executable, running: program) : nil
      worker = try Worker(program, as: name, arguments, option: option, journal)
    }

    /// Waits until the session is over.
    ///
    /// - Returns: the status of the last worker.
    func run() throws(SystemError) -> CInt {
      serve()
      while true {
        // One that has paused or was ended has nothing to say until it is known who goes on.
        let hearsWorker = successor?.step != .finishing
        var entries = [Poll.Entry(hearsWorker ? worker.channel.descriptor : .none, .read)]
        entries.append(Poll.Entry(successor?.worker.channel.descriptor ?? .none, .read))
        entries.append(Poll.Entry(executable?.descriptor ?? .none, .read))
        Poll.wait(&entries, milliseconds: successor == nil ? nil : ProgressTimeout.interval)
        if entries[0].isReady {
          switch worker.channel.takeReport() {
          case .paused:
            pausing -= 1
            if pausing == 0 { finishSuccessor() }
          case .wantsRewind: startRewind()
          case .restored, .failed: break
          case nil: if let status = try replaceDead() { return status }
          }
        } else if entries[1].isReady {
          hearSuccessor()
        } else if entries[2].isReady {
          executable?.readEvents()
        } else if successor?.isTooLate() ?? false, let successor {
          if successor.step == .waiting {
            endBusy()
          } else {
            giveUp(successor)
            goOn(successor.kind, Self.isSlow)
          }
        }
        if successor == nil, let program = executable?.takeNew() { startSuccessor(program) }
      }
    }

    private static let isSlow = "it has not come to where the session is after \(Successor.limit) s"

    /// Has the worker serve.
    private func serve() {
      (pausing, ending) = (0, nil)
      Process.passOnTermination(to: worker.process)
      hangWatch?.begin(worker)
      worker.channel.order(.serve)
    }

    // MARK: When the worker has died

    /// How many workers may die by themselves, one after another, before they have come to where the session was.
    private static let restoreLimit = 10

    /// Starts another worker in place of one that has ended.
    ///
    /// - Returns: the status with which this process is to end, when the session is over.
    private func replaceDead() throws(SystemError) -> CInt? {
      abandonSuccessor()
      worker.process.awaitEnd()
      let wasHanging = hangWatch?.end() ?? false
      let end = worker.wait()
      state.deathTime = Process.nanoseconds()
      // What the system does not give this one it does not give the next one.
      let lacks = end == .status(Int(ExitStatus.noResources.rawValue)) && !state.isRestored
      if state.isOver || Process.isTerminationRequested || frontendIsGone || state.isLost || lacks {
        return end.shellStatus
      }
      note(wasHanging || end.isOwn ? .own : .killed) {
        wasHanging ? "it did not return for \(patience)" : ending ?? worker.words(for: end)
      }
      if state.restoreDeaths == Self.restoreLimit {
        Descriptor.standardError.warn(
          "\(name): the session cannot be restored: \(state.reason)\n")
        return ExitStatus.faulty.rawValue
      }
      state.isRestored = false
      worker = try Worker(worker.program, as: name, arguments, option: option, journal)
      serve()
      return nil
    }

    /// Tells the next worker how this one died. Where it had not come so far as the one before, that one's death counts.
    private func note(_ death: JournalState.Death, _ reason: () -> String) {
      if !state.isRestored && death == .own { state.restoreDeaths += 1 }
      if state.death == .own { return }
      state.reason = reason()
      state.death = death
    }

    private var frontendIsGone: Bool {
      Poll.wait(for: [Poll.Entry(.standardOutput, .hangUp)], milliseconds: 0)[0].isReady
    }

    // MARK: When another worker is to take over

    /// Starts a worker of a new executable. It restores the session beside the one that serves.
    private func startSuccessor(_ program: Program) {
      if program.isScript {
        return goOn(.ofExecutable, "it is a script; --watch needs the program itself")
      }
      start(.ofExecutable, program, .restore)
    }

    /// Starts a worker that has the session as it was. The one that serves has paused.
    private func startRewind() {
      abandonSuccessor()
      start(.ofRewind, worker.program, .rewind)
    }

    private func start(_ kind: Successor.Kind, _ program: Program, _ command: WorkerChannel.Command)
    {
      do throws(SystemError) {
        let worker = try Worker(program, as: name, arguments, option: option, journal)
        successor = Successor(worker, kind)
        worker.channel.order(command)
      } catch {
        goOn(kind, "it cannot be started: \(error.reason)")
      }
    }

    /// The successor has come to where the session was, or has ended.
    private func hearSuccessor() {
      guard let successor else { return }
      switch successor.worker.channel.takeReport() {
      case .restored where successor.step == .finishing: takeOver(successor)
      case .restored:
        self.successor?.wait(for: worker)
        pausing += 1
        worker.channel.order(.pause)
      case .failed:
        giveUp(successor)
        goOn(successor.kind, state.reason)
      default:
        let reason = successor.worker.words(for: successor.worker.wait())
        self.successor = nil
        goOn(successor.kind, reason)
      }
    }

    /// The worker has paused, or was ended: what it has done meanwhile is all that the successor has still to restore.
    private func finishSuccessor() {
      guard successor?.step == .waiting else { return }
      state.deathTime = Process.nanoseconds()
      successor?.finish()
      successor?.worker.channel.order(.restore)
    }

    /// Ends the worker, as its turn goes on for so long. The successor has the turn once more: another executable may
    /// come to its end. When the successor fails, the worker has died like any other.
    private func endBusy() {
      ending =
        "it was ended for the new executable, as its turn went on for \(Successor.turnLimit) s"
      worker.process.kill()
      finishSuccessor()
    }

    /// The successor has all of the session: it serves from here on.
    private func takeOver(_ successor: Successor) {
      _ = hangWatch?.end()
      worker.end()
      worker = successor.worker
      self.successor = nil
      if successor.kind == .ofExecutable { state.isReplaced = true }
      serve()
    }

    /// Ends a successor.
    private func giveUp(_ successor: Successor) {
      successor.worker.end()
      self.successor = nil
    }

    /// Ends a successor that has done nothing wrong. A new executable is started anew later.
    private func abandonSuccessor() {
      guard let successor else { return }
      giveUp(successor)
      if successor.kind == .ofExecutable { executable?.takeBack() }
    }

    /// The worker goes on, as no other one takes over.
    private func goOn(_ kind: Successor.Kind, _ reason: String) {
      let words = "\(kind.rawValue) does not take over: \(reason)"
      Descriptor.standardError.warn("\(name): \(words)\n")
      state.complain(words)
      worker.channel.order(kind == .ofRewind ? .refuse : .resume)
    }
  }

  extension ChildProcess.End {
    /// Whether the process is to blame itself, and was not ended by something outside.
    nonisolated fileprivate var isOwn: Bool {
      if case .status = self { true } else { isTrap }
    }
  }
#endif
