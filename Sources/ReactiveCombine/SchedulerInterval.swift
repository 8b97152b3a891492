/// What a scheduler's spans of time can be made of, and how long they are.
nonisolated public protocol SchedulerTimeIntervalConvertible {
  /// So many seconds.
  static func seconds(_ seconds: Int) -> Self
  /// So many seconds.
  static func seconds(_ seconds: Double) -> Self
  /// So many milliseconds.
  static func milliseconds(_ number: Int) -> Self
  /// So many microseconds.
  static func microseconds(_ number: Int) -> Self
  /// So many nanoseconds.
  static func nanoseconds(_ number: Int) -> Self
  /// How long it is. Combine does not ask for it.
  var duration: Duration { get }
}

/// A span of time for `delay`, `debounce`, `throttle` and `timeout`: `.milliseconds(300)`, or a number of seconds.
nonisolated public struct SchedulerInterval: SchedulerTimeIntervalConvertible, SignedNumeric,
  Comparable, Hashable, ExpressibleByFloatLiteral, Sendable
{
  /// How long it is.
  public private(set) var duration: Duration

  /// The same as a duration.
  public init(_ duration: Duration) {
    self.duration = duration
  }

  /// So many seconds.
  public init(integerLiteral seconds: Int) {
    self.init(.seconds(seconds))
  }

  /// So many seconds.
  public init(floatLiteral seconds: Double) {
    self.init(.seconds(seconds))
  }

  /// So many seconds.
  public init?<Number: BinaryInteger>(exactly seconds: Number) {
    guard let seconds = Int(exactly: seconds) else { return nil }
    self.init(.seconds(seconds))
  }

  /// So many seconds.
  public static func seconds(_ seconds: Int) -> Self { Self(Duration.seconds(seconds)) }

  /// So many seconds.
  public static func seconds(_ seconds: Double) -> Self { Self(Duration.seconds(seconds)) }

  /// So many milliseconds.
  public static func milliseconds(_ number: Int) -> Self { Self(Duration.milliseconds(number)) }

  /// So many microseconds.
  public static func microseconds(_ number: Int) -> Self { Self(Duration.microseconds(number)) }

  /// So many nanoseconds.
  public static func nanoseconds(_ number: Int) -> Self { Self(Duration.nanoseconds(number)) }

  /// How long it is, whatever the direction.
  public var magnitude: Self { max(self, Self(.zero - duration)) }

  /// Whether the first is shorter.
  public static func < (left: Self, right: Self) -> Bool { left.duration < right.duration }

  /// The two behind each other.
  public static func + (left: Self, right: Self) -> Self { Self(left.duration + right.duration) }

  /// What is left of the first without the second.
  public static func - (left: Self, right: Self) -> Self { Self(left.duration - right.duration) }

  /// One as often as the other has seconds.
  public static func * (left: Self, right: Self) -> Self {
    Self(left.duration * (right.duration / .seconds(1)))
  }

  /// As `*`.
  public static func *= (left: inout Self, right: Self) { left = left * right }
}

/// A point in time of the main actor's loop: what `SchedulerTimeType` is of everything that stands for it.
nonisolated public struct SchedulerTime: Strideable, Hashable, Sendable {
  private let time: Duration

  /// So long after the loop's beginning.
  public init(_ time: Duration) {
    self.time = time
  }

  /// How long it is from here to there.
  public func distance(to other: Self) -> SchedulerInterval { SchedulerInterval(other.time - time) }

  /// The time so much later.
  public func advanced(by interval: SchedulerInterval) -> Self { Self(time + interval.duration) }
}
