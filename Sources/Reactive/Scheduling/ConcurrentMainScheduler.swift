/// Runs work at once, inside `schedule`, even while other work runs: there is no thread but the main one to come from.
///
/// Unlike ``MainScheduler`` it keeps no order when it is re-entered. RxSwift has it for `subscribe(on:)`.
public final class ConcurrentMainScheduler: SchedulerType {
  /// The only one.
  public static let instance = ConcurrentMainScheduler()

  private init() {}

  /// The time since the loop's beginning.
  public var now: RxTime { MainScheduler.loop.now }

  /// Runs the work now.
  public func schedule(_ work: @escaping () -> Void) -> any Disposable {
    work()
    return Disposables.create()
  }

  /// Runs the work when so much time has passed.
  public func schedule(
    after delay: RxTimeInterval, _ work: @escaping () -> Void
  ) -> any Disposable { MainScheduler.instance.schedule(after: delay, work) }
}
