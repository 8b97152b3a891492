/// A disposable that only records its disposal.
public final class BooleanDisposable: Cancelable {
  /// Whether it has been disposed.
  public private(set) var isDisposed: Bool

  /// Creates the disposable in the given state.
  public init(isDisposed: Bool = false) {
    self.isDisposed = isDisposed
  }

  nonisolated deinit {}

  /// Records the disposal.
  public func dispose() { isDisposed = true }
}
