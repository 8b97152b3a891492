/// Holds the one disposable that is assigned to it, perhaps after it has been disposed itself.
public final class SingleAssignmentDisposable: Cancelable {
  /// Whether it has been disposed.
  @exclusivity(unchecked) public private(set) var isDisposed = false
  @exclusivity(unchecked) private var current: (any Disposable)?
  @exclusivity(unchecked) private var isAssigned = false

  /// An empty one.
  public init() {}

  nonisolated deinit {}

  /// Assigns the disposable; only once. After the disposal it is disposed at once.
  public func setDisposable(_ disposable: any Disposable) {
    precondition(!isAssigned, "a single-assignment disposable was assigned twice")
    isAssigned = true
    if isDisposed { disposable.dispose() } else { current = disposable }
  }

  /// Disposes what it holds, or what is still to come.
  public func dispose() {
    isDisposed = true
    guard let previous = current else { return }
    current = nil
    previous.dispose()
  }
}
