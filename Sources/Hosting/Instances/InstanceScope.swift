import Reactive

/// What belongs to one instance beside its object: the errors that nobody else handles, and what it was made with.
///
/// Errors are handed over once somebody listens. What the instance binds in this scope reports here: an error that
/// reaches `bind` ends that binding, and nothing else.
package final class InstanceScope: BindingScope {
  package override init() { super.init() }

  /// The errors before anybody listened; nothing since.
  private var early: [any Error]? = []
  /// Who is told of what happens. It is kept alive until ``end()``: a weak reference would make each use of it, in every
  /// turn, slower.
  @exclusivity(unchecked) private(set) final var observer: (any ViewModelObserver)?
  private var isCreating = false
  /// The subscriptions whose owners are gone.
  private var subscriptions: [any Disposable] = []
  /// What is kept alive.
  private var owners: [Any] = []
  /// What ends the work that was started for the instance, in the order of ``atEnd(_:)``.
  private var endings: [() -> Void] = []

  nonisolated deinit {}

  package override func handle(_ error: any Error) {
    if early == nil { observer?.workDidFail(error) } else { early?.append(error) }
  }

  /// Runs what makes the instance. Subscriptions whose owner does not outlive this belong to the instance: a ViewModel
  /// that only turns streams into streams is owned by nobody afterwards, where an app's view owns it.
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

  /// Has something called when the instance is torn down, after nobody is notified any more.
  package func atEnd(_ end: @escaping () -> Void) { endings.append(end) }

  /// Ends the work that was started for the instance.
  func endWork() { for end in exchange(&endings, with: []) { end() } }

  /// Keeps something alive until the end.
  package func keep(_ owner: Any) { owners.append(owner) }

  /// Hands over the errors from now on, and those that came before.
  func start(_ observer: any ViewModelObserver) {
    self.observer = observer
    for error in early.take() ?? [] { observer.workDidFail(error) }
  }

  /// Nothing is handed over any more, and nothing kept.
  func end() {
    early = nil
    observer = nil
    for subscription in subscriptions { subscription.dispose() }
    subscriptions = []
    owners = []
  }
}
