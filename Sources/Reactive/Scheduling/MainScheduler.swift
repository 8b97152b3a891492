/// Runs work on the main actor, in the time of the process's event loop.
///
/// Work runs at once, inside `schedule`, if none of this scheduler's own work is waiting or
/// running; otherwise it waits in order. So a chain through one main scheduler is synchronous while
/// the scheduler is idle, and a queue when it is re-entered. Each `MainScheduler()` counts its own
/// work.
public final class MainScheduler: SchedulerType {
  /// The shared instance.
  public static let instance = MainScheduler()

  /// A scheduler that never runs work inside `schedule`.
  public static let asyncInstance = SerialDispatchQueueScheduler(qos: .userInteractive)

  /// The clock and queue of all main schedulers. A host with another clock sets its own before work
  /// is scheduled; see also ``with(loop:_:)``.
  public static var loop: any SchedulerType = MainActorLoop()

  private var unfinished = 0

  /// Creates a scheduler that counts its own work.
  public init() {}

  nonisolated deinit {}

  /// The time since the loop's start.
  public var now: RxTime { MainScheduler.loop.now }

  /// Runs the work now, or when its turn comes.
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

  /// Runs the work after the delay.
  public func schedule(
    after delay: RxTimeInterval, _ work: @escaping () -> Void
  ) -> any Disposable {
    MainScheduler.loop.schedule(after: delay, BindingScope.bound(work))
  }

  /// Runs the closure with another loop, such as a test's with virtual time.
  public static func with<Result>(
    loop: any SchedulerType, _ body: () throws -> Result
  ) rethrows -> Result {
    let outer = self.loop
    self.loop = loop
    defer { self.loop = outer }
    return try body()
  }
}
