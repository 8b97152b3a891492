import Reactive

/// Something that runs work at a given time, by the names of Combine.
@MainActor public protocol Scheduler<SchedulerTimeType> {
  /// Its points in time.
  associatedtype SchedulerTimeType: Strideable
  where SchedulerTimeType.Stride: SchedulerTimeIntervalConvertible
  /// What else it can be told; nothing of ours can.
  associatedtype SchedulerOptions
  /// The time now.
  var now: SchedulerTimeType { get }
  /// How exact it is.
  var minimumTolerance: SchedulerTimeType.Stride { get }
  /// Has the action run as soon as it can.
  func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void)
  /// Has the action run at this time.
  func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
    _ action: @escaping () -> Void)
  /// Has the action run at this time and then once in every interval, until the result is cancelled.
  func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
    tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?, _ action: @escaping () -> Void
  ) -> any Cancellable
}

extension Scheduler {
  /// Has the action run as soon as it can.
  public func schedule(_ action: @escaping () -> Void) { schedule(options: nil, action) }

  /// Has the action run at this time.
  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride? = nil,
    _ action: @escaping () -> Void
  ) { schedule(after: date, tolerance: tolerance ?? minimumTolerance, options: nil, action) }

  /// Has the action run at this time and then once in every interval, until the result is cancelled.
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
    tolerance: SchedulerTimeType.Stride? = nil, _ action: @escaping () -> Void
  ) -> any Cancellable {
    schedule(
      after: date, interval: interval, tolerance: tolerance ?? minimumTolerance, options: nil,
      action)
  }
}

/// A scheduler that stands for the main actor's loop and keeps its time, virtual time too: what a queue is here.
///
/// One's own needs no more than a type `SchedulerOptions`.
@MainActor public protocol LoopScheduler: Scheduler where SchedulerTimeType == SchedulerTime {}

extension LoopScheduler {
  /// The time since the loop's beginning.
  public var now: SchedulerTime { SchedulerTime(MainScheduler.asyncInstance.now) }

  /// None: the time is exact.
  public var minimumTolerance: SchedulerInterval { .zero }

  /// Has the action run in a later job of the main actor.
  public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
    _ = MainScheduler.asyncInstance.schedule(action)
  }

  /// Has the action run at this time.
  public func schedule(
    after date: SchedulerTime, tolerance: SchedulerInterval, options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) {
    let delay = now.distance(to: date).duration
    _ = MainScheduler.asyncInstance.schedule(after: max(delay, .zero), action)
  }

  /// Has the action run at this time and then once in every interval, until the result is cancelled.
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

/// Runs everything at once: for tests of what would hop to a queue.
public struct ImmediateScheduler: Scheduler {
  /// There are no options.
  public typealias SchedulerOptions = Never
  /// The only one.
  public static let shared = ImmediateScheduler()

  private init() {}

  /// It is always the beginning.
  public var now: SchedulerTime { SchedulerTime(.zero) }

  /// None.
  public var minimumTolerance: SchedulerInterval { .zero }

  /// Runs the action now.
  public func schedule(options: Never?, _ action: @escaping () -> Void) { action() }

  /// Runs the action now, whatever the time.
  public func schedule(
    after date: SchedulerTime, tolerance: SchedulerInterval, options: Never?,
    _ action: @escaping () -> Void
  ) { action() }

  /// Runs the action now, and not again.
  public func schedule(
    after date: SchedulerTime, interval: SchedulerInterval, tolerance: SchedulerInterval,
    options: Never?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    action()
    return AnyCancellable {}
  }
}
