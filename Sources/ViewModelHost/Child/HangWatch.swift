#if os(Linux) && !MAIN_QUEUE
  import OperatingSystem
  import Supervision

  /// Kills a worker whose turn does not end.
  nonisolated final class HangWatch: Sendable {
    private struct State {
      var worker: ChildProcess?
      var errors: HostErrors?
      /// Whether the worker was killed.
      var isEnded = false
    }

    private let state = Lock(State())

    /// Starts a watching thread, which mostly sleeps.
    ///
    /// - Parameters:
    ///   - seconds: the limit for a turn, as a ``ProgressTimeout``.
    ///   - journal: shows whether the worker is in a turn.
    init(seconds: Int, _ journal: Journal) throws {
      let shared = try JournalState(journal.state)
      try Thread.detach { [self] in watch(seconds, shared) }
    }

    private func watch(_ seconds: Int, _ shared: borrowing JournalState) {
      var seen = (worker: 0, busy: 0, isCrashing: false)
      var patience = ProgressTimeout(seconds: seconds, from: ProcessorClock.own.reading)
      while true {
        Poll.nap(milliseconds: ProgressTimeout.interval)
        state.withLock { state in
          guard let worker = state.worker else { return }
          let isCrashing = state.errors?.isCrashing ?? false
          let now = (worker: Int(worker.id), busy: shared.busy, isCrashing: isCrashing)
          let reading = worker.processorClock.reading
          if now != seen || now.busy == 0 {
            seen = now
            // A crashed worker exits on its own, after it has written its report.
            let limit = isCrashing ? max(seconds, Self.reportLimit) : seconds
            patience = ProgressTimeout(seconds: limit, from: reading)
          } else if patience.advance(to: reading) {
            worker.kill()
            state.isEnded = true
          }
        }
      }
    }

    /// The time limit of Swift's backtracer in seconds, unless it is set otherwise.
    private static let reportLimit = 30

    /// Watches this worker from now on.
    func begin(_ worker: Worker) {
      state.withLock { $0 = State(worker: worker.process, errors: worker.errors) }
    }

    /// Stops watching a worker that has ended, before its process is reaped.
    ///
    /// - Returns: whether the watch killed it.
    func end() -> Bool {
      state.withLock { state in
        state.worker = nil
        return state.isEnded
      }
    }
  }
#endif
