/// What a host offers to one instance of a ViewModel. It is asked for with ``Parameter/context``:
///
///     init(context: ViewModelContext) { … }                          // in the ViewModel
///     viewModel("search", SearchViewModel.init, .context)            // in the catalog
///
/// A class that knows nothing of this module gets what it needs from a closure:
///
///     viewModel("search", { (context: ViewModelContext) in SearchViewModel(clock: context.clock) }, .context)
public final class ViewModelContext {
  /// The host's clock: real, or virtual.
  public let clock: HostClock

  private var tasks: [Int: Task<Void, Never>] = [:]
  private var lastTask = 0
  private var isEnded = false
  private var reported: [any Error] = []
  private var report: ((any Error) -> Void)?

  init(clock: any ClockSource) {
    self.clock = HostClock(clock)
  }

  /// Starts work that belongs to the instance: it begins at once, and is cancelled when the instance is disposed.
  ///
  /// An error that it throws is told as `viewModel/failed`; a `CancellationError` is not.
  public func task(_ operation: @escaping @MainActor () async throws -> Void) {
    guard !isEnded else { return }
    lastTask += 1
    let number = lastTask
    var hasFinished = false
    let task = Task.immediate { [weak self] in
      do {
        try await operation()
      } catch is CancellationError {
        // Disposed, or the author's own doing.
      } catch {
        self?.fail(error)
      }
      hasFinished = true
      self?.tasks[number] = nil
    }
    if !hasFinished { tasks[number] = task }
  }

  /// Hands over the errors of the tasks from now on, and those that came before.
  func start(_ report: @escaping (any Error) -> Void) {
    self.report = report
    for error in reported { report(error) }
    reported = []
  }

  /// Cancels everything; nothing is reported any more.
  func end() {
    isEnded = true
    report = nil
    for task in tasks.values { task.cancel() }
    tasks = [:]
  }

  private func fail(_ error: any Error) {
    if isEnded { return }
    if let report { report(error) } else { reported.append(error) }
  }
}
