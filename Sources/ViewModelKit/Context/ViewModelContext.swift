import Hosting

/// The clock and tasks of one instance of a ViewModel. A ViewModel gets it through
/// ``Parameter/context``:
///
///     init(context: ViewModelContext) { … }                          // in the ViewModel
///     viewModel("search", SearchViewModel.init, .context)            // in the catalog
///
/// A closure passes its parts to a class that does not import this module:
///
///     viewModel(
///       "search", { (context: ViewModelContext) in SearchViewModel(clock: context.clock) },
///       .context)
public final class ViewModelContext {
  /// The host's clock: real, or virtual.
  public let clock: HostClock

  private var tasks: [Int: Task<Void, Never>] = [:]
  private var lastTask = 0
  private var isEnded = false
  private let failures: InstanceScope

  /// - Parameter failures: reports the errors of the tasks.
  init(clock: any ClockSource, failures: InstanceScope) {
    self.clock = HostClock(clock)
    self.failures = failures
  }

  /// Starts work that belongs to the instance. It begins at once, and is cancelled when the
  /// instance is disposed.
  ///
  /// An error that it throws is sent as `viewModel/failed`; a `CancellationError` is not.
  public func task(_ operation: @escaping @MainActor () async throws -> Void) {
    guard !isEnded else { return }
    lastTask += 1
    let number = lastTask
    var hasFinished = false
    let task = Task.immediate { [weak self] in
      do {
        try await operation()
      } catch is CancellationError {
        // Cancelled by the disposal or by the author.
      } catch {
        self?.failures.handle(error)
      }
      hasFinished = true
      self?.tasks[number] = nil
    }
    if !hasFinished { tasks[number] = task }
  }

  /// Cancels all tasks; later errors are not reported.
  func end() {
    isEnded = true
    for task in tasks.values { task.cancel() }
    tasks = [:]
  }
}
