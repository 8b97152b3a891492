/// Disposes an underlying disposable after it and everything retained from it have been disposed.
public final class RefCountDisposable: Cancelable {
  /// Whether its own `dispose` has been called.
  public private(set) var isDisposed = false
  private var underlying: (any Disposable)?
  private var count = 0

  /// Counts the claims to the underlying disposable.
  public init(disposable: any Disposable) {
    underlying = disposable
  }

  /// Returns a claim: the underlying disposable stays until the claim is disposed.
  public func retain() -> any Disposable {
    guard underlying != nil else { return Disposables.create() }
    count += 1
    return Disposables.create {
      self.count -= 1
      self.disposeIfUnneeded()
    }
  }

  /// Releases the owner's claim.
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
