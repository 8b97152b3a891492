/// Disposes another one when it has itself been disposed and so have all that were retained from it.
public final class RefCountDisposable: Cancelable {
  /// Whether its own `dispose` has been called.
  public private(set) var isDisposed = false
  private var underlying: (any Disposable)?
  private var count = 0

  /// Counts who needs this disposable.
  public init(disposable: any Disposable) {
    underlying = disposable
  }

  /// A disposable that holds the underlying one back until it is disposed.
  public func retain() -> any Disposable {
    guard underlying != nil else { return Disposables.create() }
    count += 1
    return Disposables.create {
      self.count -= 1
      self.disposeIfUnneeded()
    }
  }

  /// Gives up the claim of the owner.
  public func dispose() {
    isDisposed = true
    disposeIfUnneeded()
  }

  private func disposeIfUnneeded() {
    guard isDisposed, count == 0, let underlying else { return }
    self.underlying = nil
    underlying.dispose()
  }
}
