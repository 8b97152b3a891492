/// Runs work on the main actor, in the time of the process's event loop.
///
/// Work that comes while none of this scheduler's own is waiting or running is run at once, inside `schedule`;
/// otherwise it waits its turn. So a chain through one main scheduler is a synchronous pass-through as long as it is
/// idle, and a queue when it is re-entered. Every `MainScheduler()` counts its own work.
public final class MainScheduler: SchedulerType {
  /// The one that everybody shares.
  public static let instance = MainScheduler()

  /// One that never runs work inside `schedule`.
  public static let asyncInstance = SerialDispatchQueueScheduler(qos: .userInteractive)

  /// What keeps the time and the queue of all main schedulers. A host whose clock is not the real one sets its own
  /// here, before anything is scheduled; see also ``with(loop:_:)``.
  public static var loop: any SchedulerType = MainActorLoop()

  private var unfinished = 0

  /// One with a count of its own.
  public init() {}

  nonisolated deinit {}

  /// The time since the loop's beginning.
  public var now: RxTime { MainScheduler.loop.now }

  /// Runs the work: now, or in its turn.
  public func schedule(_ work: @escaping () -> Void) -> any Disposable {
    unfinished += 1
    if unfinished == 1 {
      work()
      unfinished -= 1
      return Disposables.create()
    }
    let cancelled = BooleanDisposable()
    _ = MainScheduler.loop.schedule(
      BindingScope.bound {
        if !cancelled.isDisposed { work() }
        self.unfinished -= 1
      })
    return cancelled
  }

  /// Runs the work when so much time has passed.
  public func schedule(
    after delay: RxTimeInterval, _ work: @escaping () -> Void
  ) -> any Disposable {
    MainScheduler.loop.schedule(after: delay, BindingScope.bound(work))
  }

  /// Runs the closure with another loop in place of the real one: a test's, whose time is virtual.
  public static func with<Result>(
    loop: any SchedulerType, _ body: () throws -> Result
  ) rethrows -> Result {
    let outer = self.loop
    self.loop = loop
    defer { self.loop = outer }
    return try body()
  }
}
