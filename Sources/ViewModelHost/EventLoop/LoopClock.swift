import Synchronization
import ViewModelKit

#if os(Linux) && !MAIN_QUEUE
  /// The time of the event loop. In virtual time a sleep's deadline is exact, however short it is.
  nonisolated struct LoopClock: ClockSource {
    let queue: JobQueue

    var now: Duration { .nanoseconds(queue.now) }

    func sleep(until deadline: Duration) async throws {
      let sleeper = Sleeper()
      try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
          sleeper.begin(continuation)
          queue.schedule(at: deadline.inNanoseconds) { sleeper.end(.success(())) }
        }
      } onCancel: {
        sleeper.end(.failure(CancellationError()))
      }
    }
  }

  /// Ends a sleep once: when its time has come, or when it is cancelled, which may be before it has begun.
  nonisolated private final class Sleeper: Sendable {
    private enum State {
      case new
      case sleeping(CheckedContinuation<Void, any Error>)
      case ended(Result<Void, any Error>)
    }

    private let state = Mutex(State.new)

    func begin(_ continuation: CheckedContinuation<Void, any Error>) {
      let result: Result<Void, any Error>? = state.withLock { state in
        if case .ended(let result) = state { return result }
        state = .sleeping(continuation)
        return nil
      }
      if let result { continuation.resume(with: result) }
    }

    func end(_ result: Result<Void, any Error>) {
      let continuation: CheckedContinuation<Void, any Error>? = state.withLock { state in
        defer { if case .ended = state {} else { state = .ended(result) } }
        if case .sleeping(let continuation) = state { return continuation }
        return nil
      }
      continuation?.resume(with: result)
    }
  }

  extension Duration {
    /// The whole nanoseconds, within what `Int64` holds.
    nonisolated var inNanoseconds: Int64 {
      let (seconds, attoseconds) = components
      let (nanoseconds, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
      if overflow { return seconds < 0 ? 0 : .max / 2 }
      return min(nanoseconds, .max / 2) + attoseconds / 1_000_000_000
    }
  }
#else
  /// The time since the process first asked.
  nonisolated struct LoopClock: ClockSource {
    private let start = ContinuousClock.now

    var now: Duration { start.duration(to: .now) }

    func sleep(until deadline: Duration) async throws {
      try await Task.sleep(until: start + deadline, clock: .continuous)
    }
  }
#endif
