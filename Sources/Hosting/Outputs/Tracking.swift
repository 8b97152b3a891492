#if os(Linux)
  @_spi(SwiftUI) import Observation
#else
  import Observation
#endif

/// Calls `body`, and once when something that it has read has changed `didChange`, on the thread that changed it: when
/// the new value is there, if that can be had. ``Follow`` says more.
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
