/// The host's clock, for ViewModels that measure time or wait. It is real, or virtual in a
/// transcript.
///
/// Its time starts with the host. `Task.sleep` uses the same time, also when it is virtual.
/// `ContinuousClock.now` and the like are always real, so code that measures time uses this clock.
public struct HostClock: Clock {
  /// A point in the host's time.
  public struct Instant: InstantProtocol {
    let sinceStart: Duration

    /// The instant that is later by a duration.
    public func advanced(by duration: Duration) -> Instant {
      Instant(sinceStart: sinceStart + duration)
    }

    /// The time from this instant to another.
    public func duration(to other: Instant) -> Duration { other.sinceStart - sinceStart }

    /// Whether the left one is earlier.
    public static func < (left: Instant, right: Instant) -> Bool {
      left.sinceStart < right.sinceStart
    }
  }

  private let source: any ClockSource

  package init(_ source: any ClockSource) { self.source = source }

  /// The current instant.
  public var now: Instant { Instant(sinceStart: source.now) }

  /// A nanosecond in virtual time. Real timers have a resolution of a millisecond.
  public var minimumResolution: Duration { .nanoseconds(1) }

  /// Waits until an instant.
  ///
  /// - Throws: `CancellationError`, at once, when the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try await source.sleep(until: deadline.sinceStart)
  }
}

/// The source of a ``HostClock``'s time.
package protocol ClockSource: Sendable {
  /// The time since the start of the host.
  nonisolated var now: Duration { get }

  /// Waits until a time since the start of the host.
  ///
  /// - Throws: `CancellationError` when the task is cancelled.
  nonisolated func sleep(until deadline: Duration) async throws
}
