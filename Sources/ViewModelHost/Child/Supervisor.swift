#if os(Linux) && !MAIN_QUEUE
  import OperatingSystem
  import Supervision

  /// Starts the process that serves, and starts it anew when it dies before the session is over: from the journal, so that
  /// the frontend loses no more than the line that it died of.
  nonisolated final class Supervisor {
    private let journal: Journal
    private let state: JournalState
    private let name: String
    private let arguments: [String]
    private let hangWatch: HangWatch?
    /// How long a turn may take, in words.
    private let patience: String

    /// - Parameters:
    ///   - name: how the program calls itself.
    ///   - arguments: those of this process.
    ///   - option: the option that tells a worker where the journal is.
    ///   - seconds: how long a turn may take, as the limit of a ``Patience``; `nil` for as long as it likes.
    init(_ name: String, _ arguments: [String], option: String, seconds: Int?) throws {
      let journal = try Journal()
      self.journal = journal
      self.name = name
      state = try JournalState(journal.state)
      hangWatch = try seconds.map { try HangWatch(seconds: $0, journal) }
      patience = "\(seconds ?? 0) s"
      self.arguments = arguments + [option, String(Self.firstDescriptor)]
    }

    /// The number of the first descriptor of the journal in a worker; smaller ones may be in use.
    private static let firstDescriptor = 64

    /// The program of this process, also when there is another one at its path by now.
    private static let program = "/proc/self/exe"

    /// Waits until the session is over.
    ///
    /// - Returns: the status of the last worker.
    func run() throws(SystemError) -> CInt {
      Process.passOnDeterministicHashing()
      while true {
        let (worker, errors) = try HostErrors.start { errors throws(SystemError) in
          try ChildProcess(
            Self.program, as: name, arguments, inheriting: journal.descriptors,
            from: Self.firstDescriptor, errors: errors)
        }
        Process.passOnTermination(to: worker)
        hangWatch?.begin(worker)
        worker.awaitEnd()
        let wasHanging = hangWatch?.end() ?? false
        let end = worker.wait()
        state.deathTime = Process.nanoseconds()
        if state.isOver || Process.isToldToEnd || frontendIsGone { return end.shellStatus }
        note(wasHanging || end.isOwn ? .own : .killed) {
          wasHanging ? "it did not return for \(patience)" : errors.words(for: end)
        }
      }
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
  }

  extension ChildProcess.End {
    /// Whether the process is to blame itself, and was not ended by something outside.
    nonisolated fileprivate var isOwn: Bool {
      if case .status = self { true } else { isTrap }
    }
  }
#endif
