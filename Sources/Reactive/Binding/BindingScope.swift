/// Receives errors that have no handler: those that reach `bind`, a ``Binder``, or a `subscribe`
/// without `onError`.
///
/// Such an error ends only its subscription, never the process. A host makes one scope for each
/// instance and makes it current while it creates that instance or calls it:
///
///     let scope = BindingScope { error in report(error, of: instance) }
///     let viewModel = scope.run { ListViewModel() }  // its later errors are reported
///
/// A binding belongs to the scope that is current when the binding is made, however much later the
/// error comes. Work that is scheduled on ``MainScheduler`` runs in the scope that was current when
/// it was scheduled.
open class BindingScope {
  /// The scope to which new bindings belong; without one, errors go to
  /// ``ReactiveHooks/unhandledError``.
  public static var current: BindingScope? { now?.takeUnretainedValue() }

  /// The caller that makes a scope current keeps it alive: this runs for each input, so reference
  /// counting is avoided.
  @exclusivity(unchecked) private static var now: Unmanaged<BindingScope>?

  private let unhandledError: ((any Error) -> Void)?

  /// A scope that calls the closure for each error.
  public init(unhandledError: @escaping (any Error) -> Void) {
    self.unhandledError = unhandledError
  }

  /// For a subclass that overrides ``handle(_:)``.
  public init() { unhandledError = nil }

  nonisolated deinit {}

  /// Handles an error that has no other handler.
  open func handle(_ error: any Error) { unhandledError?(error) }

  /// Takes over the subscriptions of a ``DisposeBag`` that is released in this scope.
  ///
  /// - Returns: Whether this scope owns them now. If not, the caller disposes them.
  open func adopt(_ subscription: any Disposable) -> Bool { false }

  /// Makes this the current scope while the closure runs.
  public func run<Result>(_ body: () throws -> Result) rethrows -> Result {
    try BindingScope.run(in: self, body)
  }

  /// Makes this the current scope without a closure, for speed. ``leave(to:)`` must follow, and the
  /// caller must keep the scope alive until then.
  ///
  /// - Returns: The previous scope.
  package final func enter() -> Unmanaged<BindingScope>? {
    let outer = BindingScope.now
    BindingScope.now = Unmanaged.passUnretained(self)
    return outer
  }

  /// Makes the scope that ``enter()`` returned the current one again.
  package static func leave(to outer: Unmanaged<BindingScope>?) { now = outer }

  static func run<Result>(in scope: BindingScope?, _ body: () throws -> Result) rethrows -> Result {
    let outer = now
    now = if let scope { Unmanaged.passUnretained(scope) } else { nil }
    defer {
      now = outer
      withExtendedLifetime(scope) {}
    }
    return try body()
  }

  /// Wraps work so that it runs later in the present scope.
  static func bound(_ work: @escaping () -> Void) -> () -> Void {
    guard let scope = current else { return work }
    return { scope.run(work) }
  }

  /// Returns the error handler for a binding that is made now.
  package static func reporter() -> (any Error) -> Void {
    guard let scope = current else { return { ReactiveHooks.unhandledError($0) } }
    return { scope.handle($0) }
  }
}

/// Settings for all sequences of a process.
public enum ReactiveHooks {
  /// Called for an error that has no handler and belongs to no ``BindingScope``. The default prints
  /// it.
  public static var unhandledError: (any Error) -> Void = { error in
    print("Unhandled error in a reactive binding: \(error)")
  }
}
