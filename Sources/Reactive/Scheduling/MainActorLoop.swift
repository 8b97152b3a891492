/// The main actor as a scheduler: work is a task of its own, and waits with `Task.sleep`.
///
/// So it runs in the time of the process's executors: virtual, if those are.
public final class MainActorLoop: SchedulerType {
  private let clock: () -> Duration

  /// - Parameter clock: The time since some beginning. It has to pass as it does for `Task.sleep`: a host whose
  ///   executors keep virtual time gives that. Without it, it is the real time.
  public init(clock: (() -> Duration)? = nil) {
    let start = ContinuousClock.now
    self.clock = clock ?? { start.duration(to: .now) }
  }

  /// The time since the beginning.
  public var now: RxTime { clock() }

  /// Runs the work in a later job of the main actor.
  public func schedule(_ work: @escaping () -> Void) -> any Disposable {
    let task = Task {
      if !Task.isCancelled { work() }
    }
    return Disposables.create { task.cancel() }
  }

  /// Runs the work when so much time has passed, and never inside this call. The wait begins with it.
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
