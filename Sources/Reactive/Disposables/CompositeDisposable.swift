/// A group of disposables that are disposed together, in insertion order.
public final class CompositeDisposable: Cancelable {
  /// Identifies a disposable in the group.
  public struct DisposeKey {
    fileprivate let key: Bag<any Disposable>.Key
  }

  /// Whether the group has been disposed.
  @exclusivity(unchecked) public private(set) var isDisposed = false
  @exclusivity(unchecked) private var disposables = Bag<any Disposable>()

  /// Creates a group of the disposables.
  public init(disposables: [any Disposable] = []) {
    for disposable in disposables { _ = self.disposables.insert(disposable) }
  }

  nonisolated deinit {}

  /// Creates a group of the disposables.
  public convenience init(_ disposables: any Disposable...) {
    self.init(disposables: disposables)
  }

  /// The number of disposables in the group.
  public var count: Int { disposables.count }

  /// Adds a disposable. If the group has been disposed, disposes it at once and returns nil.
  @discardableResult
  public func insert(_ disposable: any Disposable) -> DisposeKey? {
    if isDisposed {
      disposable.dispose()
      return nil
    }
    return DisposeKey(key: disposables.insert(disposable))
  }

  /// Removes a disposable and disposes it.
  public func remove(for key: DisposeKey) {
    disposables.remove(key.key)?.dispose()
  }

  /// Disposes all, and later each one that is inserted.
  public func dispose() {
    isDisposed = true
    for entry in disposables.removeAll() { entry.value.dispose() }
  }
}
