// RxSwift's forms, whose action takes a state and returns what to dispose.
extension ImmediateSchedulerType {
  /// Has the work run, unless the result is disposed before.
  public func schedule(_ work: @escaping () -> Void) -> any Disposable {
    schedule((), action: withoutResult(work))
  }

  /// Has the action run with a state. What it returns is disposed with the result.
  public func schedule<State>(
    _ state: State, action: @escaping (State) -> any Disposable
  ) -> any Disposable {
    holdingResult(of: action, state) { schedule($0) }
  }
}

extension SchedulerType {
  /// Has the work run when so much time has passed, unless the result is disposed before.
  public func schedule(
    after delay: RxTimeInterval, _ work: @escaping () -> Void
  ) -> any Disposable {
    scheduleRelative((), dueTime: delay, action: withoutResult(work))
  }

  /// Has the action run with a state when so much time has passed. What it returns is disposed with the result.
  public func scheduleRelative<State>(
    _ state: State, dueTime: RxTimeInterval, action: @escaping (State) -> any Disposable
  ) -> any Disposable {
    holdingResult(of: action, state) { schedule(after: dueTime, $0) }
  }

  /// Has the action run at a first time and then once in every period, each time with what it returned before.
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

/// Schedules the action, and holds what it returns, together with what the scheduler returns.
private func holdingResult<State>(
  of action: @escaping (State) -> any Disposable, _ state: State,
  _ schedule: (@escaping () -> Void) -> any Disposable
) -> any Disposable {
  let result = SingleAssignmentDisposable()
  let scheduled = schedule { if !result.isDisposed { result.setDisposable(action(state)) } }
  return Disposables.create(scheduled, result)
}
