extension ObservableConvertibleType where Element: Sendable {
  /// The elements for `for try await`. Each iteration is a subscription, which ends with it;
  /// elements that the loop has not consumed are buffered. When the task is cancelled, the
  /// iteration throws `CancellationError`.
  ///
  ///     for try await user in users.values { … }
  public var values: AsyncThrowingStream<Element, any Error> {
    AsyncThrowingStream { continuation in
      let subscription = SingleAssignmentDisposable()
      subscription.setDisposable(
        attach(
          .ending(
            onNext: { element in continuation.yield(element) },
            onStop: { stop in
              switch stop {
              case .error(let error): continuation.finish(throwing: error)
              case .completed: continuation.finish()
              }
            })))
      continuation.onTermination = { reason in
        guard case .cancelled = reason else { return }
        continuation.finish(throwing: CancellationError())
        Task.immediate { @MainActor in subscription.dispose() }
      }
    }
  }
}

extension AsyncSequence {
  /// A sequence that iterates this one for each subscription, in a task that is cancelled on
  /// disposal.
  ///
  /// - Parameter detached: Whether the task drops the task-local values of the subscriber.
  @MainActor public func asObservable(
    detached: Bool = false, priority: TaskPriority? = nil
  ) -> Observable<Element> {
    .feeding { sink in
      .task(feeding: sink, detached: detached, priority: priority) {
        for try await element in self {
          if sink.isDisposed { return }
          sink.next(element)
        }
      }
    }
  }
}
