#if os(Linux) && !MAIN_QUEUE
  import OperatingSystem

  /// A worker that will replace the serving worker.
  nonisolated struct Successor {
    /// The reason for it, in words.
    enum Kind: String {
      case ofExecutable = "the new executable"
      case ofRewind = "the process with the session as it was"
    }

    /// The step of the takeover.
    enum Step {
      /// It restores the session, while the other worker serves.
      case following
      /// The serving worker is to pause between two turns.
      case waiting
      /// The serving worker has paused or was killed, so that the journal no longer grows. The
      /// successor restores the rest.
      case finishing
    }

    let worker: Worker
    let kind: Kind
    private(set) var step: Step
    /// The process that the current step waits for, and its limit.
    private var awaited: ChildProcess
    private var patience: ProgressTimeout

    init(_ worker: Worker, _ kind: Kind) {
      self.worker = worker
      self.kind = kind
      step = kind == .ofRewind ? .finishing : .following
      awaited = worker.process
      patience = Self.patience(Self.limit, with: awaited)
    }

    /// The limits for one turn, as a ``ProgressTimeout``: of the restored session, and of the
    /// serving worker.
    static let (limit, turnLimit) = (5, 2)

    private static func patience(_ seconds: Int, with process: ChildProcess) -> ProgressTimeout {
      ProgressTimeout(seconds: seconds, from: process.processorClock.reading)
    }

    /// Starts to wait for the serving worker's pause; the successor has restored the journal so
    /// far.
    mutating func wait(for serving: Worker) {
      (step, awaited) = (.waiting, serving.process)
      patience = Self.patience(Self.turnLimit, with: awaited)
    }

    /// Starts to restore the rest; the serving worker has stopped.
    mutating func finish() {
      (step, awaited) = (.finishing, worker.process)
      patience = Self.patience(Self.limit, with: awaited)
    }

    /// Whether a turn exceeds the limit of the current step.
    ///
    /// - Parameter repeating: the record that the successor repeats.
    mutating func isTooLate(repeating: Int) -> Bool {
      let progress = step == .waiting ? 0 : repeating
      return patience.advance(to: awaited.processorClock.reading, progress: progress)
    }
  }
#endif
