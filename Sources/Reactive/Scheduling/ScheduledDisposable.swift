/// Disposes another disposable through a scheduler.
public final class ScheduledDisposable: Cancelable {
  /// The scheduler that runs the disposal.
  public let scheduler: any ImmediateSchedulerType
  private var disposable: (any Disposable)?

  /// Creates a disposable that disposes the given one on the scheduler.
  public init(scheduler: any ImmediateSchedulerType, disposable: any Disposable) {
    self.scheduler = scheduler
    self.disposable = disposable
  }

  /// Whether the disposal has run.
  public var isDisposed: Bool { disposable == nil }

  /// Schedules the disposal.
  public func dispose() {
    _ = scheduler.schedule { self.disposable.take()?.dispose() }
  }
}
