/// Holds one disposable at a time: a new one takes the place of the old, which is then disposed.
public final class SerialDisposable: Cancelable {
  /// Whether it has been disposed.
  @exclusivity(unchecked) public private(set) var isDisposed = false
  @exclusivity(unchecked) private var current: (any Disposable)?

  /// An empty one.
  public init() {}

  nonisolated deinit {}

  /// The disposable that it holds. One that is assigned after the disposal is disposed at once.
  public var disposable: any Disposable {
    get { current ?? Disposables.create() }
    set {
      if isDisposed { return newValue.dispose() }
      let previous = current
      current = newValue
      previous?.dispose()
    }
  }

  /// Disposes what it holds, and whatever is assigned from now on.
  public func dispose() {
    isDisposed = true
    clear()
  }

  /// Holds what is scheduled here in place of what it holds. The scheduler may run the work inside `schedule`, and that
  /// may come back here: then the later work stays.
  func hold(_ schedule: () -> any Disposable) {
    let work = SingleAssignmentDisposable()
    disposable = work
    work.setDisposable(schedule())
  }

  /// Disposes what it holds.
  func clear() {
    guard let previous = current else { return }
    current = nil
    previous.dispose()
  }
}
