import Reactive

/// What a publisher gives its subscriber; here it can only be cancelled.
@MainActor public protocol Subscription: Cancellable {}

extension Publisher {
  /// Calls closures as events pass.
  ///
  /// - Parameters:
  ///   - receiveSubscription: Called when it is subscribed, before any element.
  ///   - receiveCancel: Called when the subscription is cancelled, and not after an end.
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

/// Stands for a subscription of which nothing is known yet.
private struct NoSubscription: Subscription {
  func cancel() {}
}
