/// Something that can be ended: a subscription, a timer.
///
/// Disposing is synchronous, sends no event, and doing it again does nothing.
@MainActor public protocol Disposable {
  /// Ends it.
  func dispose()
}

/// A disposable that tells whether it has been disposed.
@MainActor public protocol Cancelable: Disposable {
  /// Whether it has been disposed.
  var isDisposed: Bool { get }
}

/// Makes disposables.
public enum Disposables {
  /// A disposable that does nothing.
  public static func create() -> any Disposable { NopDisposable() }

  /// A disposable that calls the closure once.
  public static func create(with dispose: @escaping () -> Void) -> any Cancelable {
    AnonymousDisposable(dispose)
  }

  /// A disposable that disposes all of these, in this order.
  public static func create(_ disposables: any Disposable...) -> any Cancelable {
    CompositeDisposable(disposables: disposables)
  }

  /// A disposable that disposes all of these, in this order.
  public static func create(_ disposables: [any Disposable]) -> any Cancelable {
    CompositeDisposable(disposables: disposables)
  }
}

private struct NopDisposable: Disposable {
  func dispose() {}
}

/// Calls a closure once.
final class AnonymousDisposable: Cancelable {
  @exclusivity(unchecked) private var action: (() -> Void)?

  init(_ action: @escaping () -> Void) {
    self.action = action
  }

  nonisolated deinit {}

  var isDisposed: Bool { action == nil }

  func dispose() {
    guard let action else { return }
    self.action = nil
    action()
  }
}
