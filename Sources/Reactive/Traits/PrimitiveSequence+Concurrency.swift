extension PrimitiveSequence where Trait == SingleTrait, Element: Sendable {
  /// Awaits the element. Cancelling the task disposes the subscription and throws
  /// `CancellationError`.
  public var value: Element {
    get async throws {
      guard let element = try await values.first else { throw CancellationError() }
      return element
    }
  }
}

extension PrimitiveSequence where Trait == MaybeTrait, Element: Sendable {
  /// Awaits the element, or nil if there is none. Cancelling the task disposes the subscription and
  /// throws `CancellationError`.
  public var value: Element? {
    get async throws {
      let element = try await values.first
      if element == nil { try Task.checkCancellation() }
      return element
    }
  }
}

extension PrimitiveSequence where Trait == CompletableTrait, Element == Never {
  /// Awaits the completion. Cancelling the task disposes the subscription and throws
  /// `CancellationError`.
  public var value: Void {
    get async throws {
      _ = try await values.first
      try Task.checkCancellation()
    }
  }
}

extension PrimitiveSequence where Trait == SingleTrait {
  /// Sends the result of an asynchronous closure.
  ///
  ///     Single.create { try await api.user(id) }
  ///
  /// The closure runs for each subscription, on the main actor, in a task that is cancelled on
  /// disposal.
  ///
  /// - Parameter detached: Whether the task drops the task-local values of the subscriber.
  public static func create(
    detached: Bool = false, priority: TaskPriority? = nil,
    work: @escaping @MainActor () async throws -> Element
  ) -> Single<Element> {
    Single(
      trusting: .feeding { sink in
        .task(feeding: sink, detached: detached, priority: priority) {
          sink.next(try await work())
        }
      })
  }
}

extension AsyncSequence {
  /// Awaits the first element, or nil if the sequence completes without one.
  fileprivate var first: Element? {
    get async throws {
      for try await element in self { return element }
      return nil
    }
  }
}
