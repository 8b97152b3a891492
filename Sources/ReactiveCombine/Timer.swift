import Reactive

/// What `Timer` stands for: Combine's publisher of a timer.
///
///     Timer.publish(every: 1, on: .main, in: .common).autoconnect().sink { [weak self] _ in self?.tick() }
///
/// It is a value and no type, because a type would collide with Foundation's where that is imported too. So there the
/// name means both, and each use finds its own.
public struct TimerPublishing: Sendable {
  /// The names of Foundation's run loops. There is only one.
  public enum Loop: Sendable {
    /// The main one.
    case main
    /// The main one.
    case current
  }

  /// The names of Foundation's run loop modes. They mean nothing here.
  public enum Mode: Sendable {
    /// Always.
    case common
    /// By default.
    case `default`
  }

  /// A publisher that sends once in every interval, from the time when it is connected.
  ///
  ///     publish(every: 30)  ───x──x──x──
  ///
  /// The elements are not dates, which there are none of without Foundation, but times since the beginning of the
  /// process's loop.
  ///
  /// - Parameters:
  ///   - interval: In seconds.
  ///   - tolerance: Means nothing: the time is exact.
  @MainActor public func publish(
    every interval: Double, tolerance: Double? = nil, on runLoop: Loop, in mode: Mode
  ) -> Publishers.Connectable<Duration, Never> {
    let scheduler = MainScheduler.instance
    return Publishers.Connectable(
      Observable<Int>.interval(.seconds(interval), scheduler: scheduler)
        .map { _ in scheduler.now }
        .publish())
  }

  /// The same for a run loop of Foundation, `RunLoop.main`.
  @_disfavoredOverload
  @MainActor public func publish<RunLoop>(
    every interval: Double, tolerance: Double? = nil, on runLoop: RunLoop, in mode: Mode
  ) -> Publishers.Connectable<Duration, Never> {
    publish(every: interval, on: .main, in: mode)
  }

  /// The same for a run loop and a mode of Foundation, `RunLoop.Mode.common`.
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
