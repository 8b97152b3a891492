/// Runs work at once, inside `schedule`, even while other work runs, as all work comes from the
/// main thread.
///
/// Unlike ``MainScheduler`` it does not keep the order of re-entrant work. RxSwift uses it for
/// `subscribe(on:)`.
public final class ConcurrentMainScheduler: SchedulerType {
  /// The shared instance.
  public static let instance = ConcurrentMainScheduler()

  private init() {}

  /// The time since the loop's start.
  public var now: RxTime { MainScheduler.loop.now }

  /// Runs the work now.
  public func schedule(_ work: @escaping () -> Void) -> any Disposable {
    work()
    return Disposables.create()
  }

  /// Runs the work after the delay.
  public func schedule(
    after delay: RxTimeInterval, _ work: @escaping () -> Void
  ) -> any Disposable { MainScheduler.instance.schedule(after: delay, work) }
}
