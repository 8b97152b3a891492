import Reactive

/// A span of time for `delay`, `debounce`, `throttle` and `timeout`: `.milliseconds(300)`, or a number of seconds.
public struct SchedulerInterval: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, Sendable {
  let duration: Duration

  /// The same as a duration.
  nonisolated public init(_ duration: Duration) {
    self.duration = duration
  }

  /// So many seconds.
  nonisolated public init(integerLiteral seconds: Int) {
    self.init(.seconds(seconds))
  }

  /// So many seconds.
  nonisolated public init(floatLiteral seconds: Double) {
    self.init(Duration.seconds(seconds))
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
}

/// Runs everything at once: for tests of what would hop to a queue.
public final class ImmediateScheduler: SchedulerType {
  /// The only one.
  public static let shared = ImmediateScheduler()

  private init() {}

  /// It is always the beginning.
  public var now: RxTime { .zero }

  /// Runs the work now.
  public func schedule(_ work: @escaping () -> Void) -> any Disposable {
    work()
    return Disposables.create()
  }

  /// Runs the work now, whatever the delay.
  public func schedule(after delay: RxTimeInterval, _ work: @escaping () -> Void) -> any Disposable
  { schedule(work) }
}
