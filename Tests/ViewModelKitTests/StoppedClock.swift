import ViewModelKit

/// Time that does not pass.
nonisolated struct StoppedClock: ClockSource {
  var now: Duration { .zero }
  func sleep(until deadline: Duration) async throws { throw CancellationError() }
}
