#if os(Linux)
  @_spi(SwiftUI) import Observation
#else
  import Observation
#endif

/// Calls `body`, and calls `didChange` once when something that it read has changed, on the thread
/// of the change; on Linux after the new value is set (``OutputTracking``).
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

/// Whether a change is reported after the new value is set. If not, another thread may still be
/// about to set it.
package nonisolated var reportsAfterChange: Bool {
  #if os(Linux)
    true
  #else
    false
  #endif
}

/// Calls `body`, and returns whether it has read an observable property.
nonisolated func readsObservables(_ body: () -> Void) -> Bool {
  var reads = false
  func noteReading() -> @Sendable () -> Void {
    reads = true
    return {}
  }
  // The second argument is evaluated only if something was read.
  withObservationTracking(body, onChange: noteReading())
  return reads
}
