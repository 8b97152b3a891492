/// Receives the elements of one subscription to a stream, then at most one error or completion.
///
/// The host's receivers may be used on any thread, by one thread at a time.
public struct StreamReceiver<Element>: @unchecked Sendable {
  private let receive: (StreamStep<Element>) -> Void

  /// Creates a receiver from closures. The host calls it on the main thread.
  public init(
    next: @escaping (Element) -> Void, fail: @escaping (any Error) -> Void,
    complete: @escaping () -> Void
  ) {
    receive = { step in
      switch step {
      case .next(let element): next(element)
      case .failed(let error): fail(error)
      case .completed: complete()
      }
    }
  }

  /// - Parameter receive: is called on the sender's thread.
  package init(_ receive: @escaping @Sendable (StreamStep<Element>) -> Void) {
    self.receive = receive
  }

  /// Receives the next element, and owns it from then on.
  public func next(_ element: Element) { receive(.next(element)) }

  /// Ends the stream with an error. No call may follow.
  public func fail(_ error: any Error) { receive(.failed(error)) }

  /// Ends the stream. No call may follow.
  public func complete() { receive(.completed) }
}

/// An element or the end of a stream.
package enum StreamStep<Element> {
  case next(Element)
  case failed(any Error)
  case completed
}

/// The host's elements, for a stream of any library.
public struct HostFeed<Element>: Sendable {
  private let start: @Sendable (StreamReceiver<Element>) -> @Sendable () -> Void

  /// - Parameter start: starts sending, and returns a function that ends it; both may be called on
  ///   any thread.
  package init(_ start: @escaping @Sendable (StreamReceiver<Element>) -> @Sendable () -> Void) {
    self.start = start
  }

  /// Starts sending, as one subscription. It may be called on any thread; on the main thread it
  /// takes effect at once.
  ///
  /// - Parameter receiver: its closures are called on the main thread.
  /// - Returns: a function that ends the subscription, on any thread; on the main thread it takes
  ///   effect at once.
  public func send(to receiver: StreamReceiver<Element>) -> @Sendable () -> Void {
    start(receiver)
  }
}
