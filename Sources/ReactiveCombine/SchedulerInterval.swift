/// A type that represents a scheduler's spans of time.
nonisolated public protocol SchedulerTimeIntervalConvertible {
  /// Creates a span of seconds.
  static func seconds(_ seconds: Int) -> Self
  /// Creates a span of seconds.
  static func seconds(_ seconds: Double) -> Self
  /// Creates a span of milliseconds.
  static func milliseconds(_ number: Int) -> Self
  /// Creates a span of microseconds.
  static func microseconds(_ number: Int) -> Self
  /// Creates a span of nanoseconds.
  static func nanoseconds(_ number: Int) -> Self
  /// The span as a `Duration`. Combine does not require it.
  var duration: Duration { get }
}

/// A span of time for `delay`, `debounce`, `throttle` and `timeout`: `.milliseconds(300)`, or a
/// number of seconds.
nonisolated public struct SchedulerInterval: SchedulerTimeIntervalConvertible, SignedNumeric,
  Comparable, Hashable, ExpressibleByFloatLiteral, Sendable
{
  /// The span as a `Duration`.
  public private(set) var duration: Duration

  /// Creates a span from a `Duration`.
  public init(_ duration: Duration) {
    self.duration = duration
  }

  /// Creates a span of seconds.
  public init(integerLiteral seconds: Int) {
    self.init(.seconds(seconds))
  }

  /// Creates a span of seconds.
  public init(floatLiteral seconds: Double) {
    self.init(.seconds(seconds))
  }

  /// Creates a span of seconds.
  public init?<Number: BinaryInteger>(exactly seconds: Number) {
    guard let seconds = Int(exactly: seconds) else { return nil }
    self.init(.seconds(seconds))
  }

  /// Creates a span of seconds.
  public static func seconds(_ seconds: Int) -> Self { Self(Duration.seconds(seconds)) }

  /// Creates a span of seconds.
  public static func seconds(_ seconds: Double) -> Self { Self(Duration.seconds(seconds)) }

  /// Creates a span of milliseconds.
  public static func milliseconds(_ number: Int) -> Self { Self(Duration.milliseconds(number)) }

  /// Creates a span of microseconds.
  public static func microseconds(_ number: Int) -> Self { Self(Duration.microseconds(number)) }

  /// Creates a span of nanoseconds.
  public static func nanoseconds(_ number: Int) -> Self { Self(Duration.nanoseconds(number)) }

  /// The absolute value of the span.
  public var magnitude: Self { max(self, Self(.zero - duration)) }

  /// Whether the first span is shorter.
  public static func < (left: Self, right: Self) -> Bool { left.duration < right.duration }

  /// The sum of the spans.
  public static func + (left: Self, right: Self) -> Self { Self(left.duration + right.duration) }

  /// The difference of the spans.
  public static func - (left: Self, right: Self) -> Self { Self(left.duration - right.duration) }

  /// The product of the spans in seconds.
  public static func * (left: Self, right: Self) -> Self {
    Self(left.duration * (right.duration / .seconds(1)))
  }

  /// Multiplies in place.
  public static func *= (left: inout Self, right: Self) { left = left * right }
}

/// A point in time of the main actor's loop, the `SchedulerTimeType` of every ``LoopScheduler``.
nonisolated public struct SchedulerTime: Strideable, Hashable, Sendable {
  private let time: Duration

  /// Creates the point at a duration since the loop's start.
  public init(_ time: Duration) {
    self.time = time
  }

  /// The span from this point to the other.
  public func distance(to other: Self) -> SchedulerInterval { SchedulerInterval(other.time - time) }

  /// The point after the interval.
  public func advanced(by interval: SchedulerInterval) -> Self { Self(time + interval.duration) }
}
