#if os(Linux)
  @_spi(SwiftUI) import Observation
#else
  import Observation
#endif
import OperatingSystem
import Synchronization

/// Tracks what outputs read, and reports its first change to an observer.
///
/// Observation's public function reports a change once, before the new value is set. That is enough
/// on one thread, where no one reads before the setter returns. But a nonisolated ViewModel may
/// change on another thread: the host could read the old value, and would get no report of the new
/// one. Linux has an interface that reports after the change. Elsewhere, as in Apple's SDKs, the
/// host finds such a change only by reading again for a while.
nonisolated final class OutputTracking: Sendable {
  let outputs: OutputSet
  private let observer: any ViewModelObserver
  /// The number of changes since ``rearm()``.
  private let changes = Atomic(0)
  private let hasEnded: Atomic<Bool>

  /// The number of changes in one turn after which the tracking ends: each costs more than a new
  /// tracking.
  private static let limit = 8

  #if os(Linux)
    /// Ends the tracking, once there was a change.
    private let tracking = Lock<ObservationTracking?>(nil)
  #endif

  /// - Parameter isPersistent: whether the tracking stays active after a change, on Linux.
  init(_ outputs: OutputSet, _ observer: any ViewModelObserver, isPersistent: Bool) {
    self.outputs = outputs
    self.observer = observer
    hasEnded = Atomic(!isPersistent)
  }

  /// Calls `body`, and tracks what it reads.
  func track(_ body: () -> Void) {
    #if os(Linux)
      withObservationTracking(body, didSet: noteChange)
    #else
      hasEnded.store(true, ordering: .relaxed)
      withObservationTracking(body) { [self] in observer.outputsDidChange(at: outputs) }
    #endif
  }

  /// Whether the tracking stays active after a change.
  var isAlive: Bool { !hasEnded.load(ordering: .relaxed) }

  /// Reports the next change again. Call it before the outputs are read.
  func rearm() { changes.store(0, ordering: .releasing) }

  /// Ends the reports.
  func end() {
    hasEnded.store(true, ordering: .relaxed)
    #if os(Linux)
      tracking.withLock { $0?.cancel() }
    #endif
  }

  #if os(Linux)
    @Sendable private func noteChange(_ tracking: ObservationTracking) {
      let count = changes.wrappingAdd(1, ordering: .acquiringAndReleasing).oldValue
      if !isAlive || count >= Self.limit {
        hasEnded.store(true, ordering: .relaxed)
        tracking.cancel()
      } else if count == 0 {
        self.tracking.withLock { $0 = tracking }
      }
      if count == 0 { observer.outputsDidChange(at: outputs) }
    }
  #endif
}
