/// Holds one disposable, which may be assigned after the disposal.
public final class SingleAssignmentDisposable: Cancelable {
  /// Whether it has been disposed.
  @exclusivity(unchecked) public private(set) var isDisposed = false
  @exclusivity(unchecked) private var current: (any Disposable)?
  @exclusivity(unchecked) private var isAssigned = false

  /// Creates an empty one.
  public init() {}

  nonisolated deinit {}

  /// Assigns the disposable; call it only once. After the disposal it is disposed at once.
  public func setDisposable(_ disposable: any Disposable) {
    precondition(!isAssigned, "a single-assignment disposable was assigned twice")
    isAssigned = true
    if isDisposed { disposable.dispose() } else { current = disposable }
  }

  /// Disposes the assigned disposable, now or when it is assigned.
  public func dispose() {
    isDisposed = true
    guard let previous = current else { return }
    current = nil
    previous.dispose()
  }
}
