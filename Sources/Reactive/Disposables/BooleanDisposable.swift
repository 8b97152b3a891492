/// Only remembers that it has been disposed.
public final class BooleanDisposable: Cancelable {
  /// Whether it has been disposed.
  public private(set) var isDisposed: Bool

  /// One that may already be disposed.
  public init(isDisposed: Bool = false) {
    self.isDisposed = isDisposed
  }

  nonisolated deinit {}

  /// Remembers it.
  public func dispose() { isDisposed = true }
}
