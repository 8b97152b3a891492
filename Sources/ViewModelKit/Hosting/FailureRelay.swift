import Reactive

/// Takes the errors of one instance that nobody else handles, and hands them over once somebody listens. What the
/// instance binds in this scope reports here: an error that reaches `bind` ends that binding, and nothing else.
final class FailureRelay: BindingScope {
  /// The errors before anybody listened; nothing since.
  private var early: [any Error]? = []
  private weak var observer: (any ViewModelObserver)?

  override func handle(_ error: any Error) {
    if early == nil { observer?.workDidFail(error) } else { early?.append(error) }
  }

  /// Hands over the errors from now on, and those that came before.
  func start(_ observer: any ViewModelObserver) {
    self.observer = observer
    for error in early.take() ?? [] { observer.workDidFail(error) }
  }

  /// Nothing is handed over any more.
  func end() {
    early = nil
    observer = nil
  }
}
