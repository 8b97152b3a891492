#if os(Linux)
  @_spi(SwiftUI) import Observation
#else
  import Observation
#endif

/// Calls `body`, and once when something that it has read has changed `didChange`, on the thread that changed it.
///
/// Observation's public function tells before the new value is there. That is soon enough on one thread, where nobody
/// looks before the setter has returned; but a ViewModel that is isolated to nothing may change on another, and what is
/// read meanwhile is the old value, with nothing to tell of the new one. Where the interface to be told afterwards is not
/// there, as in Apple's SDKs, the host's looking again for a while is all that finds such a change.
nonisolated func withTracking(
  _ body: () -> Void, didChange: @escaping @Sendable () -> Void
) {
  #if os(Linux)
    withObservationTracking(
      body,
      didSet: { tracking in
        tracking.cancel()
        didChange()
      })
  #else
    withObservationTracking(body) { didChange() }
  #endif
}

/// Whether a change is told when the new value is there. If not, another thread may still be about to set it.
package nonisolated var tellsAfterwards: Bool {
  #if os(Linux)
    true
  #else
    false
  #endif
}

/// Calls `body`, and tells whether it has read anything that Observation follows.
nonisolated func readsObservables(_ body: () -> Void) -> Bool {
  var reads = false
  func noteReading() -> @Sendable () -> Void {
    reads = true
    return {}
  }
  // The second argument is evaluated only when something was read.
  withObservationTracking(body, onChange: noteReading())
  return reads
}
