/// Runs work after the running subscription call: the trampoline of cold sequences.
///
/// While no subscription call is running, work runs at once.
public final class CurrentThreadScheduler: ImmediateSchedulerType {
  /// The shared instance.
  public static let instance = CurrentThreadScheduler()

  private init() {}

  /// Whether no subscription call is running, so that work runs at once.
  public static var isScheduleRequired: Bool { !Trampoline.isOpen }

  /// Schedules the work, unless the result is disposed first.
  public func schedule(_ work: @escaping () -> Void) -> any Disposable {
    let cancelled = BooleanDisposable()
    Trampoline.schedule { if !cancelled.isDisposed { work() } }
    return cancelled
  }
}
