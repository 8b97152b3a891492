import Reactive

/// The errors and resources of one instance.
///
/// Errors wait for ``start(_:)``. An error that reaches a `bind` of the instance ends only that
/// binding.
package final class InstanceScope: BindingScope {
  package override init() { super.init() }

  /// The errors before the start; `nil` after it.
  private var early: [any Error]? = []
  /// Receives the errors. It is retained until ``end()``: a weak reference would make each use of
  /// it, in every turn, slower.
  @exclusivity(unchecked) private(set) final var observer: (any ViewModelObserver)?
  private var isCreating = false
  /// The subscriptions without another owner.
  private var subscriptions: [any Disposable] = []
  /// The objects to retain.
  private var owners: [Any] = []
  /// End the work of the instance, in the order of ``atEnd(_:)``.
  private var endings: [() -> Void] = []

  nonisolated deinit {}

  package override func handle(_ error: any Error) {
    if early == nil { observer?.workDidFail(error) } else { early?.append(error) }
  }

  /// Creates the instance. It adopts subscriptions whose owner does not outlive this call: in an
  /// app a view would own a ViewModel that only turns streams into streams.
  package func create<Result>(_ body: () throws -> Result) rethrows -> Result {
    isCreating = true
    defer { isCreating = false }
    do {
      return try run(body)
    } catch {
      end()
      throw error
    }
  }

  package override func adopt(_ subscription: any Disposable) -> Bool {
    if isCreating { subscriptions.append(subscription) }
    return isCreating
  }

  /// Calls a function when the instance is torn down, after the last call of the observer.
  package func atEnd(_ end: @escaping () -> Void) { endings.append(end) }

  /// Ends the work of the instance.
  func endWork() { for end in exchange(&endings, with: []) { end() } }

  /// Retains an object until the end.
  package func keep(_ owner: Any) { owners.append(owner) }

  /// Reports earlier and later errors to an observer.
  func start(_ observer: any ViewModelObserver) {
    self.observer = observer
    for error in early.take() ?? [] { observer.workDidFail(error) }
  }

  /// Releases the resources; later errors are not reported.
  func end() {
    early = nil
    observer = nil
    for subscription in subscriptions { subscription.dispose() }
    subscriptions = []
    owners = []
  }
}
