import ViewModelKit

/// Time that does not pass: who sleeps wakes only when the task is cancelled.
package struct StoppedClock: ClockSource {
  package init() {}

  package var now: Duration { .zero }

  package func sleep(until deadline: Duration) async throws {
    let (never, continuation) = AsyncStream<Never>.makeStream()
    for await _ in never {}
    continuation.finish()
    throw CancellationError()
  }
}
