#if os(Linux) && !MAIN_QUEUE
  import OperatingSystem
  import Supervision

  /// Starts the serving process, and restarts it from the journal if it dies before the session
  /// ends. So the frontend loses at most the line that crashed it. A process of a new executable
  /// takes over.
  nonisolated final class Supervisor {
    private let journal: Journal
    private let state: JournalState
    private let name: String
    private let arguments: [String]
    /// The option that gives a worker the descriptor of the journal.
    private let option: String
    private let hangWatch: HangWatch?
    /// The limit for a turn, in words.
    private let patience: String
    private let executable: ExecutableWatch?
    /// The serving worker.
    private var worker: Worker
    /// The worker that will replace it.
    private var successor: Successor?
    /// Why the serving worker was killed, in words; `nil` if it was not.
    private var ending: String?
    /// The number of pause reports to expect from the serving worker.
    private var pausing = 0

    /// - Parameters:
    ///   - name: the name of the program.
    ///   - arguments: the arguments of this process.
    ///   - journal: the journal of the session.
    ///   - option: the option that gives a worker the descriptor of the journal.
    ///   - seconds: the limit for a turn, as a ``ProgressTimeout``; `nil` for none.
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
      // The executable of this process, even if its path has another one by now.
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
        // A worker that has paused or was killed is not read until the takeover is decided.
        let readsWorker = successor?.step != .finishing
        var entries = [Poll.Entry(readsWorker ? worker.channel.descriptor : .none, .read)]
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
          handleSuccessor()
        } else {
          if entries[2].isReady { executable?.readEvents() }
          limitSuccessor()
        }
        if successor == nil, let program = executable?.takeNew() { startSuccessor(program) }
      }
    }

    /// Lets the worker serve.
    private func serve() {
      (pausing, ending) = (0, nil)
      Process.passOnTermination(to: worker.process)
      hangWatch?.begin(worker)
      worker.channel.order(.serve)
    }

    // MARK: Restart

    /// The number of workers that may crash in succession while they restore the session.
    private static let restoreLimit = 10

    /// Replaces a worker that has ended.
    ///
    /// - Returns: the exit status of this process, if the session is over.
    private func replaceDead() throws(SystemError) -> CInt? {
      abandonSuccessor()
      worker.process.awaitEnd()
      let wasHanging = hangWatch?.end() ?? false
      let end = worker.wait()
      state.deathTime = Process.nanoseconds()
      // Another worker would lack the same system resources.
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

    /// Records for the next worker how this one died. If it died earlier than the one before, the
    /// earlier reason stays.
    private func note(_ death: JournalState.Death, _ reason: () -> String) {
      if !state.isRestored && death == .own { state.restoreDeaths += 1 }
      if state.death == .own { return }
      state.reason = reason()
      state.death = death
    }

    private var frontendIsGone: Bool {
      Poll.wait(for: [Poll.Entry(.standardOutput, .hangUp)], milliseconds: 0)[0].isReady
    }

    // MARK: Takeover

    /// Starts a worker of a new executable. It restores the session while the current one serves.
    private func startSuccessor(_ program: Program) {
      if program.isScript {
        return keepWorker(over: .ofExecutable, "it is a script; --watch needs the program itself")
      }
      start(.ofExecutable, program, .restore)
    }

    /// Starts a worker that restores an earlier state of the session. The serving one has paused.
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
        keepWorker(over: kind, "it cannot be started: \(error.reason)")
      }
    }

    /// Handles a report or the end of the successor.
    private func handleSuccessor() {
      guard let successor else { return }
      switch successor.worker.channel.takeReport() {
      case .restored where successor.step == .finishing: takeOver(successor)
      case .restored:
        self.successor?.wait(for: worker)
        pausing += 1
        worker.channel.order(.pause)
      case .failed:
        end(successor)
        keepWorker(over: successor.kind, state.reason)
      default:
        let reason = successor.worker.words(for: successor.worker.wait())
        self.successor = nil
        keepWorker(over: successor.kind, reason)
      }
    }

    /// Lets the successor restore the rest of the journal, after the worker has paused or was
    /// killed.
    private func finishSuccessor() {
      guard successor?.step == .waiting else { return }
      state.deathTime = Process.nanoseconds()
      successor?.finish()
      successor?.worker.channel.order(.restore)
    }

    /// Kills the worker because its turn exceeds the limit. The successor repeats the turn: another
    /// executable may complete it. If the successor fails, the worker counts as crashed.
    private func endBusy() {
      ending =
        "it was ended for the new executable, as its turn went on for \(Successor.turnLimit) s"
      worker.process.kill()
      finishSuccessor()
    }

    /// Makes the successor the serving worker, after it has restored the whole session.
    private func takeOver(_ successor: Successor) {
      _ = hangWatch?.end()
      worker.end()
      worker = successor.worker
      self.successor = nil
      if successor.kind == .ofExecutable { state.isReplaced = true }
      serve()
    }

    /// Ends the takeover if a turn takes too long for it, or if this process is to end.
    private func limitSuccessor() {
      let isTooLate = successor?.isTooLate(repeating: state.repeating) ?? false
      guard let successor else { return }
      if Process.isTerminationRequested {
        end(successor)
        keepWorker(over: successor.kind, "the host is to end")
      } else if isTooLate, successor.step == .waiting {
        endBusy()
      } else if isTooLate {
        end(successor)
        keepWorker(over: successor.kind, "it has been at one turn for \(Successor.limit) s")
      }
    }

    /// Ends a successor.
    private func end(_ successor: Successor) {
      successor.worker.end()
      self.successor = nil
    }

    /// Ends a successor that has not failed. A new executable is started again later.
    private func abandonSuccessor() {
      guard let successor else { return }
      end(successor)
      if successor.kind == .ofExecutable { executable?.forgetLast() }
    }

    /// Lets the worker continue, as no successor takes over.
    private func keepWorker(over kind: Successor.Kind, _ reason: String) {
      let words = "\(kind.rawValue) does not take over: \(reason)"
      Descriptor.standardError.warn("\(name): \(words)\n")
      state.complain(words)
      worker.channel.order(kind == .ofRewind ? .refuse : .resume)
    }
  }

  extension ChildProcess.End {
    /// Whether the process itself caused its end, and not something outside.
    nonisolated fileprivate var isOwn: Bool {
      if case .status = self { true } else { isTrap }
    }
  }
#endif
