/// Disposables that are disposed together, in the order in which they were inserted.
public final class CompositeDisposable: Cancelable {
  /// Names a disposable in the group.
  public struct DisposeKey {
    fileprivate let key: Bag<any Disposable>.Key
  }

  /// Whether the group has been disposed.
  @exclusivity(unchecked) public private(set) var isDisposed = false
  @exclusivity(unchecked) private var disposables = Bag<any Disposable>()

  /// A group of these.
  public init(disposables: [any Disposable] = []) {
    for disposable in disposables { _ = self.disposables.insert(disposable) }
  }

  nonisolated deinit {}

  /// A group of these.
  public convenience init(_ disposables: any Disposable...) {
    self.init(disposables: disposables)
  }

  /// How many there are.
  public var count: Int { disposables.count }

  /// Adds one; if the group has been disposed, disposes it at once and gives no key.
  @discardableResult
  public func insert(_ disposable: any Disposable) -> DisposeKey? {
    if isDisposed {
      disposable.dispose()
      return nil
    }
    return DisposeKey(key: disposables.insert(disposable))
  }

  /// Takes one out and disposes it.
  public func remove(for key: DisposeKey) {
    disposables.remove(key.key)?.dispose()
  }

  /// Disposes all, and from now on whatever is inserted.
  public func dispose() {
    isDisposed = true
    for entry in disposables.removeAll() { entry.value.dispose() }
  }
}
