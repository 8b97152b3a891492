extension Thread {
  /// Does something that waits for what is outside of this process, such as a pipe. Where the thread is one of a
  /// limited number that all share, others take its place meanwhile.
  package static func waiting<Result>(_ body: () -> Result) -> Result {
    let observer = observers.value
    observer?.waitChanged(true)
    defer { observer?.waitChanged(false) }
    return body()
  }

  /// Has a closure called, on this thread, with `true` before each wait and `false` after it. To be called once a
  /// thread.
  package static func observeWaits(_ waitChanged: @escaping @Sendable (Bool) -> Void) {
    observers.set(Observer(waitChanged))
  }

  private static let observers = ThreadLocal<Observer>()

  private final class Observer: Sendable {
    let waitChanged: @Sendable (Bool) -> Void

    init(_ waitChanged: @escaping @Sendable (Bool) -> Void) { self.waitChanged = waitChanged }
  }
}
