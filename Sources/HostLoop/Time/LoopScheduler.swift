import HostEngine
import Reactive

/// The event loop as a scheduler: what waits is a timer of the loop, and what is for later a job of its turn, without
/// a task.
final class LoopScheduler: SchedulerType {
  private let queue: JobQueue

  init(_ queue: JobQueue) { self.queue = queue }

  var now: RxTime { .nanoseconds(queue.now) }

  func schedule(_ work: @escaping () -> Void) -> any Disposable {
    let work = Work(work)
    queue.enqueue(.call { MainActor.assumeIsolated { work.run() } })
    return Disposables.create { work.forget() }
  }

  func schedule(after delay: RxTimeInterval, _ work: @escaping () -> Void) -> any Disposable {
    if delay <= .zero { return schedule(work) }
    let work = Work(work)
    let deadline = queue.now.addingWithoutOverflow(delay.inNanoseconds)
    let timer = queue.schedule(.call { MainActor.assumeIsolated { work.run() } }, at: deadline)
    return Disposables.create { [queue] in
      // A timer that has fired is known no more.
      if work.forget() { queue.cancelTimer(timer) }
    }
  }

  /// Runs once, unless it is forgotten before.
  private final class Work {
    private var body: (() -> Void)?

    init(_ body: @escaping () -> Void) { self.body = body }

    func run() { body.take()?() }

    /// - Returns: whether it was still to run.
    @discardableResult
    func forget() -> Bool { body.take() != nil }
  }
}
