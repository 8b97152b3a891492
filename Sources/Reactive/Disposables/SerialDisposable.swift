/// Holds one disposable at a time: assigning a new one disposes the old one.
public final class SerialDisposable: Cancelable {
  /// Whether it has been disposed.
  @exclusivity(unchecked) public private(set) var isDisposed = false
  @exclusivity(unchecked) private var current: (any Disposable)?

  /// Creates an empty one.
  public init() {}

  nonisolated deinit {}

  /// The current disposable. One that is assigned after the disposal is disposed at once.
  public var disposable: any Disposable {
    get { current ?? Disposables.create() }
    set {
      if isDisposed { return newValue.dispose() }
      let previous = current
      current = newValue
      previous?.dispose()
    }
  }

  /// Disposes the current disposable, and later each one that is assigned.
  public func dispose() {
    isDisposed = true
    clear()
  }

  /// Replaces the current disposable by the scheduled work. The scheduler may run that work inside
  /// `schedule`, and the work may call back here; the later work then stays.
  func hold(_ schedule: () -> any Disposable) {
    let work = SingleAssignmentDisposable()
    disposable = work
    work.setDisposable(schedule())
  }

  /// Disposes the current disposable.
  func clear() {
    guard let previous = current else { return }
    current = nil
    previous.dispose()
  }
}
