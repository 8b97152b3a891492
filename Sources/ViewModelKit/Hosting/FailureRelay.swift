import Reactive

/// Takes the errors of one instance that nobody else handles, and hands them over once somebody listens.
final class FailureRelay {
  private var early: [any Error] = []
  private var report: ((any Error) -> Void)?

  /// What the instance binds in this scope reports here: an error that reaches `bind` ends that binding, and nothing else.
  private(set) lazy var scope = BindingScope { [weak self] in self?.send($0) }

  func send(_ error: any Error) {
    if let report { report(error) } else { early.append(error) }
  }

  /// Hands over the errors from now on, and those that came before.
  func start(_ report: @escaping (any Error) -> Void) {
    self.report = report
    for error in early { report(error) }
    early = []
  }

  /// Nothing is handed over any more.
  func end() { report = { _ in } }
}
