/// The main actor as a scheduler: each piece of work is a task, which waits with `Task.sleep`.
///
/// So it follows the time of the process's executors, which may be virtual.
public final class MainActorLoop: SchedulerType {
  private let clock: () -> Duration

  /// - Parameter clock: Returns the time since some start; by default the real time. It must pass
  ///   as it does for `Task.sleep`: a host with virtual-time executors supplies such a clock.
  public init(clock: (() -> Duration)? = nil) {
    let start = ContinuousClock.now
    self.clock = clock ?? { start.duration(to: .now) }
  }

  /// The time since the clock's start.
  public var now: RxTime { clock() }

  /// Runs the work in a later job of the main actor.
  public func schedule(_ work: @escaping () -> Void) -> any Disposable {
    let task = Task {
      if !Task.isCancelled { work() }
    }
    return Disposables.create { task.cancel() }
  }

  /// Runs the work after the delay, which starts with this call; never inside this call.
  public func schedule(
    after delay: RxTimeInterval, _ work: @escaping () -> Void
  ) -> any Disposable {
    if delay <= .zero { return schedule(work) }
    let task = Task.immediate {
      do { try await Task.sleep(for: delay) } catch { return }
      if !Task.isCancelled { work() }
    }
    return Disposables.create { task.cancel() }
  }
}
