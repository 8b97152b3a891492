import Reactive

/// The type of `Timer`: Combine's publisher of a timer.
///
///     Timer.publish(every: 1, on: .main, in: .common).autoconnect()
///       .sink { [weak self] _ in self?.tick() }
///
/// It is a value and not a type, because a type would collide with Foundation's if that is imported
/// too. Then the name means both, and each use resolves to its own.
public struct TimerPublishing: Sendable {
  /// The names of Foundation's run loops. All mean the main loop.
  public enum Loop: Sendable {
    /// The main loop.
    case main
    /// The main loop, too.
    case current
  }

  /// The names of Foundation's run loop modes. They have no effect.
  public enum Mode: Sendable {
    /// All modes.
    case common
    /// The default mode.
    case `default`
  }

  /// A publisher that sends once in every interval, starting at its connection.
  ///
  ///     publish(every: 30)  ───x──x──x──
  ///
  /// The elements are times since the start of the process's loop, not dates, which need
  /// Foundation.
  ///
  /// - Parameters:
  ///   - interval: In seconds.
  ///   - tolerance: Has no effect: the time is exact.
  @MainActor public func publish(
    every interval: Double, tolerance: Double? = nil, on runLoop: Loop, in mode: Mode
  ) -> Publishers.Connectable<Duration, Never> {
    let scheduler = MainScheduler.instance
    return Publishers.Connectable(
      Observable<Int>.interval(.seconds(interval), scheduler: scheduler)
        .map { _ in scheduler.now }
        .publish())
  }

  /// Creates a publisher with a run loop of Foundation, such as `RunLoop.main`.
  @_disfavoredOverload
  @MainActor public func publish<RunLoop>(
    every interval: Double, tolerance: Double? = nil, on runLoop: RunLoop, in mode: Mode
  ) -> Publishers.Connectable<Duration, Never> {
    publish(every: interval, on: .main, in: mode)
  }

  /// Creates a publisher with a run loop and a mode of Foundation, such as `RunLoop.Mode.common`.
  @_disfavoredOverload
  @MainActor public func publish<RunLoop, RunLoopMode>(
    every interval: Double, tolerance: Double? = nil, on runLoop: RunLoop, in mode: RunLoopMode
  ) -> Publishers.Connectable<Duration, Never> {
    publish(every: interval, on: .main, in: .common)
  }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// See ``TimerPublishing``.
nonisolated public let Timer = TimerPublishing()
