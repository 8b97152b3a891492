import HostedStreams
import OperatingSystem

extension HostFeed {
  /// A feed that starts and ends on the main actor: at once on the main thread, else later.
  ///
  /// - Parameter start: starts sending, on the main thread, and returns a function that ends it.
  @MainActor package static func onMainThread(
    _ start: @escaping @MainActor (StreamReceiver<Element>) -> () -> Void
  ) -> HostFeed {
    Process.noteMainThread()
    return HostFeed { receiver in
      let subscription = FeedSubscription()
      runOnMainThread { subscription.start { start(receiver) } }
      return { runOnMainThread { subscription.end() } }
    }
  }
}

/// Calls the closure on the main actor: at once on the main thread, else later, in the order of the
/// calls.
nonisolated private func runOnMainThread(_ body: @escaping @MainActor @Sendable () -> Void) {
  if Process.isMainThread { MainActor.assumeIsolated(body) } else { Task { @MainActor in body() } }
}

/// One subscription to a feed. It may be ended while it starts.
private final class FeedSubscription {
  private var cancel: (() -> Void)?
  private var isEnded = false

  nonisolated init() {}

  func start(_ start: () -> () -> Void) {
    if isEnded { return }
    let cancel = start()
    if isEnded { cancel() } else { self.cancel = cancel }
  }

  func end() {
    isEnded = true
    cancel.take()?()
  }
}
