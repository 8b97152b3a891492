/// The host's clock, for ViewModels that measure time or wait: the real one, or the virtual one of a transcript.
///
/// Its time starts with the host. A plain `Task.sleep` waits in the same time, also when it is virtual; but
/// `ContinuousClock.now` and the like are always real, so code that measures takes this one.
public struct HostClock: Clock {
  /// A point in the host's time.
  public struct Instant: InstantProtocol {
    let sinceStart: Duration

    /// The instant so much later.
    public func advanced(by duration: Duration) -> Instant {
      Instant(sinceStart: sinceStart + duration)
    }

    /// How long from this instant to another.
    public func duration(to other: Instant) -> Duration { other.sinceStart - sinceStart }

    /// Whether the left one is earlier.
    public static func < (left: Instant, right: Instant) -> Bool {
      left.sinceStart < right.sinceStart
    }
  }

  private let source: any ClockSource

  package init(_ source: any ClockSource) { self.source = source }

  /// The instant now.
  public var now: Instant { Instant(sinceStart: source.now) }

  /// Virtual time is counted in nanoseconds; real timers are kept to the millisecond.
  public var minimumResolution: Duration { .nanoseconds(1) }

  /// Waits until an instant.
  ///
  /// - Throws: `CancellationError`, at once, when the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try await source.sleep(until: deadline.sinceStart)
  }
}

/// What gives a ``HostClock`` its time.
package protocol ClockSource: Sendable {
  /// How long the host has run.
  nonisolated var now: Duration { get }

  /// Waits until the host has run so long.
  ///
  /// - Throws: `CancellationError` when the task is cancelled.
  nonisolated func sleep(until deadline: Duration) async throws
}
