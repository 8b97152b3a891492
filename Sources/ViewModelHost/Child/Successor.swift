#if os(Linux) && !MAIN_QUEUE
  import OperatingSystem

  /// A worker that is to take over from the one that serves.
  nonisolated struct Successor {
    /// What it has, in words.
    enum Kind: String {
      case ofExecutable = "the new executable"
      case ofRewind = "the process with the session as it was"
    }

    /// What goes on.
    enum Step {
      /// It restores the session, which the one that serves still has.
      case following
      /// The one that serves is to pause between two turns.
      case waiting
      /// The one that serves has paused, or was ended, so that the journal becomes no longer: it restores the rest.
      case finishing
    }

    let worker: Worker
    let kind: Kind
    private(set) var step: Step
    /// Who is waited for, and how long still.
    private var awaited: ChildProcess
    private var patience: ProgressTimeout

    init(_ worker: Worker, _ kind: Kind) {
      self.worker = worker
      self.kind = kind
      step = kind == .ofRewind ? .finishing : .following
      awaited = worker.process
      patience = Self.patience(Self.limit, with: awaited)
    }

    /// How long it may take to restore the session, and how long one turn of the worker that serves may take meanwhile,
    /// as the limits of a ``ProgressTimeout``.
    static let (limit, turnLimit) = (5, 2)

    private static func patience(_ seconds: Int, with process: ChildProcess) -> ProgressTimeout {
      ProgressTimeout(seconds: seconds, from: process.processorClock.reading)
    }

    /// It has come to where the session was: the one that serves is to pause.
    mutating func wait(for serving: Worker) {
      (step, awaited) = (.waiting, serving.process)
      patience = Self.patience(Self.turnLimit, with: awaited)
    }

    /// The one that serves does nothing more.
    mutating func finish() {
      (step, awaited) = (.finishing, worker.process)
      patience = Self.patience(Self.limit, with: awaited)
    }

    /// Whether who is waited for takes too long.
    mutating func isTooLate() -> Bool { patience.advance(to: awaited.processorClock.reading) }
  }
#endif
