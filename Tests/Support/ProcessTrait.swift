import Dispatch
import Synchronization
package import Testing

/// Tests that wait for other processes, and hold a thread while they do.
///
/// They run on threads of their own, so that those without processes run beside them: there is only
/// one shared thread for each processor.
package struct ProcessTrait: SuiteTrait, TestTrait, TestScoping {
  package var isRecursive: Bool { true }

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(WaitingThread.next) { try await function() }
  }
}

extension Trait where Self == ProcessTrait {
  /// The tests wait for other processes.
  package static var waitsForProcesses: Self { Self() }
}

/// A thread that may be held: what it is given runs one after the other.
private final class WaitingThread: TaskExecutor {
  private static let all = (0..<2).map { _ in WaitingThread() }
  private static let count = Atomic(0)

  /// Each in turn.
  static var next: WaitingThread {
    all[count.add(1, ordering: .relaxed).oldValue % all.count]
  }

  private let queue = DispatchQueue(label: "waits for processes")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
