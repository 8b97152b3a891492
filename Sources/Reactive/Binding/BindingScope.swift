/// Where an error goes that nobody handles: one that reaches `bind`, a ``Binder``, or a `subscribe` without `onError`.
///
/// Such an error ends its subscription and nothing else; never the process. A host makes one scope for each thing
/// that it runs, and makes it current while that thing is created or does something:
///
///     let scope = BindingScope { error in report(error, of: instance) }
///     let viewModel = scope.run { ListViewModel() }     // binds; an error that comes later is reported
///
/// A binding belongs to the scope that is current when it is made, however much later the error comes. Work put on
/// ``MainScheduler`` runs in the scope from which it was put there, so what it binds belongs to the same.
open class BindingScope {
  /// The scope of the bindings that are made now; without one, errors go to ``ReactiveHooks/unhandledError``.
  public static var current: BindingScope? { now?.takeUnretainedValue() }

  /// Who makes a scope current keeps it alive meanwhile: references are not counted, as this is done with each input.
  @exclusivity(unchecked) private static var now: Unmanaged<BindingScope>?

  private let unhandledError: ((any Error) -> Void)?

  /// A scope that calls the closure for each error.
  public init(unhandledError: @escaping (any Error) -> Void) {
    self.unhandledError = unhandledError
  }

  /// For a scope of one's own, which overrides ``handle(_:)``.
  public init() { unhandledError = nil }

  nonisolated deinit {}

  /// Takes an error that nobody else handles.
  open func handle(_ error: any Error) { unhandledError?(error) }

  /// Takes subscriptions whose owner is released in this scope: those in a ``DisposeBag``.
  ///
  /// - Returns: whether they are this scope's now. Otherwise they are disposed, as they are without a scope.
  open func adopt(_ subscription: any Disposable) -> Bool { false }

  /// Makes this the current scope while the closure runs.
  public func run<Result>(_ body: () throws -> Result) rethrows -> Result {
    try BindingScope.run(in: self, body)
  }

  /// Makes this the current scope, for a caller that is to be quick; ``leave(to:)`` must follow, and the scope has to
  /// live until then.
  ///
  /// - Returns: the scope before.
  package final func enter() -> Unmanaged<BindingScope>? {
    let outer = BindingScope.now
    BindingScope.now = Unmanaged.passUnretained(self)
    return outer
  }

  /// Makes the scope before ``enter()`` the current one again.
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

  /// The work, to be run later in the scope of now.
  static func bound(_ work: @escaping () -> Void) -> () -> Void {
    guard let scope = current else { return work }
    return { scope.run(work) }
  }

  /// What to do with an error of a binding that is made now.
  package static func reporter() -> (any Error) -> Void {
    guard let scope = current else { return { ReactiveHooks.unhandledError($0) } }
    return { scope.handle($0) }
  }
}

/// What a process can set for all of its sequences.
public enum ReactiveHooks {
  /// Called for an error that nobody handles and that belongs to no ``BindingScope``. It prints, unless it is set.
  public static var unhandledError: (any Error) -> Void = { error in
    print("Unhandled error in a reactive binding: \(error)")
  }
}
