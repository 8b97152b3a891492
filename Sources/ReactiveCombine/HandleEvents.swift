import Reactive

/// A subscription as its subscriber receives it. It can only be cancelled.
@MainActor public protocol Subscription: Cancellable {}

extension Publisher {
  /// Calls closures as events pass.
  ///
  /// - Parameters:
  ///   - receiveSubscription: Called at the subscription, before any element.
  ///   - receiveCancel: Called when the subscription is cancelled, but not after an end.
  public func handleEvents(
    receiveSubscription: ((any Subscription) -> Void)? = nil,
    receiveOutput: ((Output) -> Void)? = nil,
    receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)? = nil,
    receiveCancel: (() -> Void)? = nil
  ) -> AnyPublisher<Output, Failure> {
    through { source in
      .deferred {
        var isOver = false
        return source.do(
          onNext: receiveOutput,
          onError: {
            isOver = true
            if let error = $0 as? Failure { receiveCompletion?(.failure(error)) }
          },
          onCompleted: {
            isOver = true
            receiveCompletion?(.finished)
          },
          onSubscribe: { receiveSubscription?(NoSubscription()) },
          onDispose: { if !isOver { receiveCancel?() } })
      }
    }
  }
}

/// A placeholder for a subscription that does not exist yet.
private struct NoSubscription: Subscription {
  func cancel() {}
}
