/// A resource that can be released: a subscription, a timer.
///
/// Disposing is synchronous and sends no event. A second call has no effect.
@MainActor public protocol Disposable {
  /// Releases the resource.
  func dispose()
}

/// A disposable that knows whether it has been disposed.
@MainActor public protocol Cancelable: Disposable {
  /// Whether it has been disposed.
  var isDisposed: Bool { get }
}

/// A namespace for functions that create disposables.
public enum Disposables {
  /// Creates a disposable that has no effect.
  public static func create() -> any Disposable { NopDisposable() }

  /// Creates a disposable that calls the closure once.
  public static func create(with dispose: @escaping () -> Void) -> any Cancelable {
    AnonymousDisposable(dispose)
  }

  /// Creates a disposable that disposes all of these, in this order.
  public static func create(_ disposables: any Disposable...) -> any Cancelable {
    CompositeDisposable(disposables: disposables)
  }

  /// Creates a disposable that disposes all of these, in this order.
  public static func create(_ disposables: [any Disposable]) -> any Cancelable {
    CompositeDisposable(disposables: disposables)
  }
}

private struct NopDisposable: Disposable {
  func dispose() {}
}

/// A disposable that calls a closure once.
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
