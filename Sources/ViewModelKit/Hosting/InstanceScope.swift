import Reactive

/// What belongs to one instance beside its object: the errors that nobody else handles, and what it was made with.
///
/// Errors are handed over once somebody listens. What the instance binds in this scope reports here: an error that
/// reaches `bind` ends that binding, and nothing else.
final class InstanceScope: BindingScope {
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

  nonisolated deinit {}

  override func handle(_ error: any Error) {
    if early == nil { observer?.workDidFail(error) } else { early?.append(error) }
  }

  /// Runs what makes the instance. Subscriptions whose owner does not outlive this belong to the instance: a ViewModel
  /// that only turns streams into streams is owned by nobody afterwards, where an app's view owns it.
  func create<Result>(_ body: () throws -> Result) rethrows -> Result {
    isCreating = true
    defer { isCreating = false }
    do {
      return try run(body)
    } catch {
      end()
      throw error
    }
  }

  override func adopt(_ subscription: any Disposable) -> Bool {
    if isCreating { subscriptions.append(subscription) }
    return isCreating
  }

  /// Keeps something alive until the end.
  func keep(_ owner: Any) { owners.append(owner) }

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
