extension PrimitiveSequence where Trait == SingleTrait, Element: Sendable {
  /// The element, waited for. Cancelling the task disposes the subscription, and throws `CancellationError`.
  public var value: Element {
    get async throws {
      guard let element = try await values.first else { throw CancellationError() }
      return element
    }
  }
}

extension PrimitiveSequence where Trait == MaybeTrait, Element: Sendable {
  /// The element or nil, waited for. Cancelling the task disposes the subscription, and throws `CancellationError`.
  public var value: Element? {
    get async throws {
      let element = try await values.first
      if element == nil { try Task.checkCancellation() }
      return element
    }
  }
}

extension PrimitiveSequence where Trait == CompletableTrait, Element == Never {
  /// The end, waited for. Cancelling the task disposes the subscription, and throws `CancellationError`.
  public var value: Void {
    get async throws {
      _ = try await values.first
      try Task.checkCancellation()
    }
  }
}

extension PrimitiveSequence where Trait == SingleTrait {
  /// The result of an asynchronous closure.
  ///
  ///     Single.create { try await api.user(id) }
  ///
  /// The closure runs for each subscription, on the main actor, in a task that is cancelled when that is disposed.
  ///
  /// - Parameter detached: Whether the task leaves behind the task-local values of who subscribes.
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
  /// The first element, if there is one before the end.
  fileprivate var first: Element? {
    get async throws {
      for try await element in self { return element }
      return nil
    }
  }
}
