import HostEngine
import OperatingSystem
import Reactive
import Synchronization
import ViewModelKit

/// How a loop's time passes.
package nonisolated enum TimeMode: UInt8, AtomicRepresentable, Sendable {
  /// With the clock.
  case real
  /// With the clock; but all work that a turn causes has the turn's time, on whatever thread it
  /// runs, so that a replay can have the same times.
  case recorded
  /// Only when ``VirtualTime`` moves it.
  case virtual
  /// Like a replay, while a session is restored from its journal; then it becomes ``recorded``.
  case restoring
}

/// The time of the event loop, for ViewModels. Sleeps have exact deadlines, in nanoseconds.
nonisolated struct LoopClock: ClockSource {
  let queue: JobQueue

  var now: Duration {
    #if os(Linux) && !MAIN_QUEUE
      .nanoseconds(Executors.time(in: queue))
    #else
      .nanoseconds(Process.isMainThread ? queue.now : queue.realNow)
    #endif
  }

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

/// Ends a sleep once: at its deadline, or when it is cancelled, which may be before it has begun.
nonisolated private final class Sleeper: Sendable {
  private struct State {
    var continuation: CheckedContinuation<Void, any Error>?
    var isEnded = false
    var timer: Int?
  }

  private let queue: JobQueue
  private let state = Lock(State())

  init(_ queue: JobQueue) { self.queue = queue }

  func begin(_ continuation: CheckedContinuation<Void, any Error>, until deadline: Int64) {
    let isCancelled = state.withLock { state in
      if !state.isEnded { state.continuation = continuation }
      return state.isEnded
    }
    if isCancelled { return continuation.resume(throwing: CancellationError()) }
    #if os(Linux)
      Worker.current?.noteEffect(in: queue)
    #endif
    let timer = queue.schedule(.call { self.end(.success(())) }, at: deadline, order: Self.order)
    let isLate = state.withLock { state in
      state.timer = timer
      return state.isEnded
    }
    if isLate { queue.cancelTimer(timer) }
  }

  /// The timer number at which the loop started this thread's work.
  private static var order: Int? {
    #if os(Linux) && !MAIN_QUEUE
      Executors.timerOrder
    #else
      nil
    #endif
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

/// The event loop as a scheduler, without tasks: delayed work is a timer of the loop, other work a
/// job of the turn.
final class LoopScheduler: SchedulerType {
  private let queue: JobQueue

  init(_ queue: JobQueue) { self.queue = queue }

  var now: RxTime { .nanoseconds(queue.now) }

  func schedule(_ work: @escaping () -> Void) -> any Disposable {
    let work = Work(work)
    queue.enqueue(.call { MainActor.assumeIsolated { work.run() } })
    return Disposables.create { work.forget() }
  }

  func schedule(after delay: RxTimeInterval, _ work: @escaping () -> Void) -> any Disposable {
    if delay <= .zero { return schedule(work) }
    let work = Work(work)
    let deadline = queue.now.addingWithoutOverflow(delay.inNanoseconds)
    let timer = queue.schedule(.call { MainActor.assumeIsolated { work.run() } }, at: deadline)
    return Disposables.create { [queue] in
      // A timer that has fired is not in the queue any more.
      if work.forget() { queue.cancelTimer(timer) }
    }
  }

  /// Work that runs once, unless it is cancelled before.
  private final class Work {
    private var body: (() -> Void)?

    init(_ body: @escaping () -> Void) { self.body = body }

    func run() { body.take()?() }

    /// - Returns: whether it had not run.
    @discardableResult
    func forget() -> Bool { body.take() != nil }
  }
}

extension Duration {
  /// The whole nanoseconds, clamped to what `Int64` holds.
  nonisolated var inNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (nanoseconds, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    if overflow { return seconds < 0 ? 0 : .max / 2 }
    return min(nanoseconds, .max / 2) + attoseconds / 1_000_000_000
  }
}

extension Int64 {
  /// The sum, or `Int64.max` if that is less.
  nonisolated func addingWithoutOverflow(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}
