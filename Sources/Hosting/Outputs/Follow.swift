#if os(Linux)
  @_spi(SwiftUI) import Observation
#else
  import Observation
#endif
import OperatingSystem
import Synchronization

/// Outputs whose reading is followed: an observer is told, once, when something has changed that they were read from.
///
/// Observation's public function tells before the new value is there, and only once. That is soon enough on one thread,
/// where nobody looks before the setter has returned; but a ViewModel that is isolated to nothing may change on
/// another, and what is read meanwhile is the old value, with nothing to tell of the new one. Where the interface to be
/// told afterwards is not there, as in Apple's SDKs, the host's looking again for a while is all that finds such a
/// change.
nonisolated final class Follow: Sendable {
  let places: OutputSet
  private let observer: any ViewModelObserver
  /// How many changes there were since it was last set.
  private let changes = Atomic(0)
  private let isOver: Atomic<Bool>

  /// So many changes of one turn may come to it. Each costs more than not to be followed.
  private static let limit = 8

  #if os(Linux)
    /// What ends it, once there was a change.
    private let tracking = Lock<ObservationTracking?>(nil)
  #endif

  /// - Parameter survives: whether it goes on after a change, until it is ended; where that can be had.
  init(_ places: OutputSet, _ observer: any ViewModelObserver, survives: Bool) {
    self.places = places
    self.observer = observer
    isOver = Atomic(!survives)
  }

  /// Calls `body`, and follows what that reads.
  func follow(_ body: () -> Void) {
    #if os(Linux)
      withObservationTracking(body, didSet: note)
    #else
      isOver.store(true, ordering: .relaxed)
      withObservationTracking(body) { [self] in observer.outputsDidChange(at: places) }
    #endif
  }

  /// Whether it goes on after a change.
  var isAlive: Bool { !isOver.load(ordering: .relaxed) }

  /// Has the observer told of the next change again. To be called before the outputs are read.
  func set() { changes.store(0, ordering: .releasing) }

  /// Nobody is told any more.
  func end() {
    isOver.store(true, ordering: .relaxed)
    #if os(Linux)
      tracking.withLock { $0?.cancel() }
    #endif
  }

  #if os(Linux)
    @Sendable private func note(_ tracking: ObservationTracking) {
      let count = changes.wrappingAdd(1, ordering: .acquiringAndReleasing).oldValue
      if !isAlive || count >= Self.limit {
        isOver.store(true, ordering: .relaxed)
        tracking.cancel()
      } else if count == 0 {
        self.tracking.withLock { $0 = tracking }
      }
      if count == 0 { observer.outputsDidChange(at: places) }
    }
  #endif
}
