/// A span of time. Any span is exact: `.seconds(1)` is a thousand milliseconds.
public typealias RxTimeInterval = Duration

extension RxTimeInterval {
  /// Longer than any process lives: a hundred years.
  public static var never: RxTimeInterval { .seconds(100 * 365 * 24 * 60 * 60) }
}

/// A point in time: how long it is since the scheduler's own beginning.
public typealias RxTime = Duration

/// Something that runs work when it sees fit: now, or as soon as it can.
///
/// One's own defines either form of `schedule`: each is the default of the other.
@MainActor public protocol ImmediateSchedulerType {
  /// Has the work run, unless the result is disposed before.
  func schedule(_ work: @escaping () -> Void) -> any Disposable
  /// Has the action run with a state. What it returns is disposed with the result.
  func schedule<State>(
    _ state: State, action: @escaping (State) -> any Disposable
  ) -> any Disposable
}

/// Something that runs work at a given time. Work that is due at the same time runs in the order in which it was
/// scheduled.
///
/// One's own defines `schedule(after:_:)` or `scheduleRelative`: each is the default of the other.
@MainActor public protocol SchedulerType: ImmediateSchedulerType {
  /// The time now.
  var now: RxTime { get }
  /// Has the work run when so much time has passed, unless the result is disposed before.
  func schedule(after delay: RxTimeInterval, _ work: @escaping () -> Void) -> any Disposable
  /// Has the action run with a state when so much time has passed. What it returns is disposed with the result.
  func scheduleRelative<State>(
    _ state: State, dueTime: RxTimeInterval, action: @escaping (State) -> any Disposable
  ) -> any Disposable
}

extension ImmediateSchedulerType {
  /// Runs the step again and again, each time as work of its own, until it returns false.
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
  /// Runs the work at a first time and then once in every period, kept to the clock so that delays do not add up.
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
