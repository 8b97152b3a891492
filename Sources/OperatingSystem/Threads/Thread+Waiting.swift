extension Thread {
  /// Runs a closure that blocks on something outside of this process, such as a pipe. If the thread
  /// is from a limited pool, another one replaces it meanwhile.
  package static func waiting<Result>(_ body: () -> Result) -> Result {
    let observer = observers.value
    observer?.waitChanged(true)
    defer { observer?.waitChanged(false) }
    return body()
  }

  /// Sets a closure that is called on this thread with `true` before each wait and `false` after
  /// it. Call it once for each thread.
  package static func observeWaits(_ waitChanged: @escaping @Sendable (Bool) -> Void) {
    observers.set(Observer(waitChanged))
  }

  private static let observers = ThreadLocal<Observer>()

  private final class Observer: Sendable {
    let waitChanged: @Sendable (Bool) -> Void

    init(_ waitChanged: @escaping @Sendable (Bool) -> Void) { self.waitChanged = waitChanged }
  }
}
