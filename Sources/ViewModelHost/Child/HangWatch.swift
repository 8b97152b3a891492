#if os(Linux) && !MAIN_QUEUE
  import OperatingSystem
  import Supervision

  /// Ends a worker whose turn does not come to its end.
  nonisolated final class HangWatch: Sendable {
    private struct State {
      var worker: ChildProcess?
      var errors: HostErrors?
      /// Whether it was ended.
      var isEnded = false
    }

    private let state = Lock(State())

    /// Watches from now on, on a thread that sleeps.
    ///
    /// - Parameters:
    ///   - seconds: how long a turn may take, as the limit of a ``ProgressTimeout``.
    ///   - journal: where the worker says what is under way.
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
            // One that has crashed ends by itself, when it has written its report.
            let limit = isCrashing ? max(seconds, Self.reportLimit) : seconds
            patience = ProgressTimeout(seconds: limit, from: reading)
          } else if patience.advance(to: reading) {
            worker.kill()
            state.isEnded = true
          }
        }
      }
    }

    /// After how long Swift's backtracer gives up, when nothing else is set, in seconds.
    private static let reportLimit = 30

    /// Watches this worker from now on.
    func begin(_ worker: Worker) {
      state.withLock { $0 = State(worker: worker.process, errors: worker.errors) }
    }

    /// The worker has ended, and was not waited for yet.
    ///
    /// - Returns: whether this has ended it.
    func end() -> Bool {
      state.withLock { state in
        state.worker = nil
        return state.isEnded
      }
    }
  }
#endif
