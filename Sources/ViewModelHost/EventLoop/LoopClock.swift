import Synchronization
import ViewModelKit

#if os(Linux) && !MAIN_QUEUE
  /// The time of the event loop. In virtual time a sleep's deadline is exact, however short it is.
  nonisolated struct LoopClock: ClockSource {
    let queue: JobQueue

    var now: Duration { .nanoseconds(queue.now) }

    func sleep(until deadline: Duration) async throws {
      let sleeper = Sleeper(queue)
      try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
          sleeper.begin(continuation, until: deadline.inNanoseconds)
        }
      } onCancel: {
        sleeper.cancel()
      }
    }
  }

  /// Ends a sleep once: when its time has come, or when it is cancelled, which may be before it has begun.
  nonisolated private final class Sleeper: Sendable {
    private struct State {
      var continuation: CheckedContinuation<Void, any Error>?
      var isEnded = false
      var timer: Int?
    }

    private let queue: JobQueue
    private let state = Mutex(State())

    init(_ queue: JobQueue) { self.queue = queue }

    func begin(_ continuation: CheckedContinuation<Void, any Error>, until deadline: Int64) {
      let isCancelled = state.withLock { state in
        if !state.isEnded { state.continuation = continuation }
        return state.isEnded
      }
      if isCancelled { return continuation.resume(throwing: CancellationError()) }
      let timer = queue.schedule(at: deadline) { self.end(.success(())) }
      let isLate = state.withLock { state in
        state.timer = timer
        return state.isEnded
      }
      if isLate { queue.cancelTimer(timer) }
    }

    func cancel() {
      if let timer = end(.failure(CancellationError())) { queue.cancelTimer(timer) }
    }

    /// - Returns: the timer that is not needed any more, if it was set.
    @discardableResult
    private func end(_ result: Result<Void, any Error>) -> Int? {
      let (continuation, timer) = state.withLock { state in
        state.isEnded = true
        defer { state.continuation = nil }
        return (state.continuation, state.timer)
      }
      continuation?.resume(with: result)
      return continuation == nil ? nil : timer
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
