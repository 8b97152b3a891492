// RxSwift's forms, whose action receives a state and returns a disposable.
extension ImmediateSchedulerType {
  /// Schedules the work, unless the result is disposed first.
  public func schedule(_ work: @escaping () -> Void) -> any Disposable {
    schedule((), action: withoutResult(work))
  }

  /// Schedules the action with a state. The action's disposable is disposed with the result.
  public func schedule<State>(
    _ state: State, action: @escaping (State) -> any Disposable
  ) -> any Disposable {
    holdingResult(of: action, state) { schedule($0) }
  }
}

extension SchedulerType {
  /// Schedules the work after the delay, unless the result is disposed first.
  public func schedule(
    after delay: RxTimeInterval, _ work: @escaping () -> Void
  ) -> any Disposable {
    scheduleRelative((), dueTime: delay, action: withoutResult(work))
  }

  /// Schedules the action with a state after the due time. The action's disposable is disposed with
  /// the result.
  public func scheduleRelative<State>(
    _ state: State, dueTime: RxTimeInterval, action: @escaping (State) -> any Disposable
  ) -> any Disposable {
    holdingResult(of: action, state) { schedule(after: dueTime, $0) }
  }

  /// Runs the action after `startAfter` and then once in each period, each time with the state that
  /// it returned before.
  public func schedulePeriodic<State>(
    _ state: State, startAfter: RxTimeInterval, period: RxTimeInterval,
    action: @escaping (State) -> State
  ) -> any Disposable {
    var state = state
    return schedulePeriodic(after: startAfter, every: period) { state = action(state) }
  }
}

private func withoutResult(_ work: @escaping () -> Void) -> (()) -> any Disposable {
  { _ in
    work()
    return Disposables.create()
  }
}

/// Schedules the action, and returns its disposable together with the scheduler's.
private func holdingResult<State>(
  of action: @escaping (State) -> any Disposable, _ state: State,
  _ schedule: (@escaping () -> Void) -> any Disposable
) -> any Disposable {
  let result = SingleAssignmentDisposable()
  let scheduled = schedule { if !result.isDisposed { result.setDisposable(action(state)) } }
  return Disposables.create(scheduled, result)
}
