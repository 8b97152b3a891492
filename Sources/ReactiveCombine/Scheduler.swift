import Reactive

/// A type that runs work at a given time (Combine's `Scheduler`).
@MainActor public protocol Scheduler<SchedulerTimeType> {
  /// The type of its points in time.
  associatedtype SchedulerTimeType: Strideable
  where SchedulerTimeType.Stride: SchedulerTimeIntervalConvertible
  /// The type of its options, which the schedulers of this module do not use.
  associatedtype SchedulerOptions
  /// The time now.
  var now: SchedulerTimeType { get }
  /// The smallest tolerance that it supports.
  var minimumTolerance: SchedulerTimeType.Stride { get }
  /// Runs the action as soon as possible.
  func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void)
  /// Runs the action at this time.
  func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
    _ action: @escaping () -> Void)
  /// Runs the action at this time and then once in every interval, until the result is cancelled.
  func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
    tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?, _ action: @escaping () -> Void
  ) -> any Cancellable
}

extension Scheduler {
  /// Runs the action as soon as possible.
  public func schedule(_ action: @escaping () -> Void) { schedule(options: nil, action) }

  /// Runs the action at this time.
  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride? = nil,
    _ action: @escaping () -> Void
  ) { schedule(after: date, tolerance: tolerance ?? minimumTolerance, options: nil, action) }

  /// Runs the action at this time and then once in every interval, until the result is cancelled.
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
    tolerance: SchedulerTimeType.Stride? = nil, _ action: @escaping () -> Void
  ) -> any Cancellable {
    schedule(
      after: date, interval: interval, tolerance: tolerance ?? minimumTolerance, options: nil,
      action)
  }
}

/// A scheduler on the main actor's loop, with the loop's time, which may be virtual. Queues conform
/// to it here.
///
/// A conforming type only declares `SchedulerOptions`.
@MainActor public protocol LoopScheduler: Scheduler where SchedulerTimeType == SchedulerTime {}

extension LoopScheduler {
  /// The time since the loop's start.
  public var now: SchedulerTime { SchedulerTime(MainScheduler.asyncInstance.now) }

  /// Zero: the time is exact.
  public var minimumTolerance: SchedulerInterval { .zero }

  /// Runs the action in a later job of the main actor.
  public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
    _ = MainScheduler.asyncInstance.schedule(action)
  }

  /// Runs the action at this time.
  public func schedule(
    after date: SchedulerTime, tolerance: SchedulerInterval, options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) {
    let delay = now.distance(to: date).duration
    _ = MainScheduler.asyncInstance.schedule(after: max(delay, .zero), action)
  }

  /// Runs the action at this time and then once in every interval, until the result is cancelled.
  public func schedule(
    after date: SchedulerTime, interval: SchedulerInterval, tolerance: SchedulerInterval,
    options: SchedulerOptions?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    let delay = now.distance(to: date).duration
    return AnyCancellable(
      disposing: MainScheduler.asyncInstance.schedulePeriodic(
        (), startAfter: max(delay, .zero), period: interval.duration
      ) { _ in action() })
  }
}

/// A scheduler that runs actions at once, for tests of code that would use a queue.
public struct ImmediateScheduler: Scheduler {
  /// There are no options.
  public typealias SchedulerOptions = Never
  /// The shared instance.
  public static let shared = ImmediateScheduler()

  private init() {}

  /// Always zero.
  public var now: SchedulerTime { SchedulerTime(.zero) }

  /// Zero.
  public var minimumTolerance: SchedulerInterval { .zero }

  /// Runs the action now.
  public func schedule(options: Never?, _ action: @escaping () -> Void) { action() }

  /// Runs the action now; the time is ignored.
  public func schedule(
    after date: SchedulerTime, tolerance: SchedulerInterval, options: Never?,
    _ action: @escaping () -> Void
  ) { action() }

  /// Runs the action now, once.
  public func schedule(
    after date: SchedulerTime, interval: SchedulerInterval, tolerance: SchedulerInterval,
    options: Never?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    action()
    return AnyCancellable {}
  }
}
