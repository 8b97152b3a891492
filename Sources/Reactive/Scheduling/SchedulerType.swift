/// A span of time. Any span is exact: `.seconds(1)` is a thousand milliseconds.
public typealias RxTimeInterval = Duration

extension RxTimeInterval {
  /// Longer than any process lives: a hundred years.
  public static var never: RxTimeInterval { .seconds(100 * 365 * 24 * 60 * 60) }
}

/// A point in time: the duration since the scheduler's own start.
public typealias RxTime = Duration

/// A type that runs work now or as soon as possible.
///
/// A conforming type defines either form of `schedule`; each is the default of the other.
@MainActor public protocol ImmediateSchedulerType {
  /// Schedules the work, unless the result is disposed first.
  func schedule(_ work: @escaping () -> Void) -> any Disposable
  /// Schedules the action with a state. The action's disposable is disposed with the result.
  func schedule<State>(
    _ state: State, action: @escaping (State) -> any Disposable
  ) -> any Disposable
}

/// A type that runs work at a given time. Work that is due at the same time runs in the order in
/// which it was scheduled.
///
/// A conforming type defines `schedule(after:_:)` or `scheduleRelative`; each is the default of the
/// other.
@MainActor public protocol SchedulerType: ImmediateSchedulerType {
  /// The time now.
  var now: RxTime { get }
  /// Schedules the work after the delay, unless the result is disposed first.
  func schedule(after delay: RxTimeInterval, _ work: @escaping () -> Void) -> any Disposable
  /// Schedules the action with a state after the due time. The action's disposable is disposed with
  /// the result.
  func scheduleRelative<State>(
    _ state: State, dueTime: RxTimeInterval, action: @escaping (State) -> any Disposable
  ) -> any Disposable
}

extension ImmediateSchedulerType {
  /// Runs the step repeatedly, each time as new work, until it returns false.
  func scheduleRepeatedly(_ step: @escaping () -> Bool) -> any Disposable {
    let current = SerialDisposable()
    func again() {
      current.hold { schedule { if step() { again() } } }
    }
    again()
    return current
  }
}

extension SchedulerType {
  /// Runs the work after the delay and then once in each period. The times follow the clock, so
  /// delays do not add up.
  func schedulePeriodic(
    after delay: RxTimeInterval, every period: RxTimeInterval, _ work: @escaping () -> Void
  ) -> any Disposable {
    let current = SerialDisposable()
    var due = now + delay
    func again() {
      current.hold {
        schedule(after: max(due - now, .zero)) {
          due += period
          again()
          work()
        }
      }
    }
    again()
    return current
  }
}
