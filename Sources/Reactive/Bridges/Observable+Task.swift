extension ObservableType {
  /// Sends the result of an asynchronous closure, then completes; the closure's error ends the
  /// sequence.
  ///
  ///     ids.flatMapLatest { id in Observable.task { try await api.user(id) } }
  ///
  /// The closure runs for each subscription, in a task that starts at once and is cancelled on
  /// disposal.
  public static func task(
    _ work: @escaping @MainActor () async throws -> Element
  ) -> Observable<Element> {
    .feeding { sink in .task(feeding: sink) { sink.next(try await work()) } }
  }
}

extension Disposable where Self == TaskDisposable {
  /// Starts a task that feeds a sink and completes or fails it when the task ends.
  static func task<Element>(
    feeding sink: Sink<Element>, detached: Bool = false, priority: TaskPriority? = nil,
    _ body: @escaping @MainActor () async throws -> Void
  ) -> TaskDisposable {
    let operation: @MainActor () async -> Void = {
      do {
        try await body()
        sink.stop(.completed)
      } catch {
        sink.stop(.error(error))
      }
    }
    return TaskDisposable(
      task: detached
        ? Task.immediateDetached(priority: priority, operation: operation)
        : Task.immediate(priority: priority, operation: operation))
  }
}

/// Cancels a task.
struct TaskDisposable: Disposable {
  let task: Task<Void, Never>

  func dispose() { task.cancel() }
}
