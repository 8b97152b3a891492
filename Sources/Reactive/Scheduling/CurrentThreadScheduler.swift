/// Runs work once the subscription under way has been made: the trampoline of cold sequences.
///
/// While no subscription is under way, work runs at once.
public final class CurrentThreadScheduler: ImmediateSchedulerType {
  /// The only one.
  public static let instance = CurrentThreadScheduler()

  private init() {}

  /// Whether no subscription is under way, so that work runs at once.
  public static var isScheduleRequired: Bool { !Trampoline.isOpen }

  /// Has the work run, unless the result is disposed before.
  public func schedule(_ work: @escaping () -> Void) -> any Disposable {
    let cancelled = BooleanDisposable()
    Trampoline.schedule { if !cancelled.isDisposed { work() } }
    return cancelled
  }
}
