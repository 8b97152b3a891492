/// Takes the elements of one subscription to a stream, then at most one error or completion.
///
/// One that a host gives may be used on any thread, by one at a time.
public struct StreamReceiver<Element>: @unchecked Sendable {
  private let receive: (StreamStep<Element>) -> Void

  /// A receiver that calls closures. What a host sends to it comes on the main thread.
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

  /// - Parameter receive: is called on the thread of who sends.
  package init(_ receive: @escaping @Sendable (StreamStep<Element>) -> Void) {
    self.receive = receive
  }

  /// Takes the next element. It belongs to the receiver from then on.
  public func next(_ element: Element) { receive(.next(element)) }

  /// The stream has ended because of an error. Nothing may follow.
  public func fail(_ error: any Error) { receive(.failed(error)) }

  /// The stream has ended. Nothing may follow.
  public func complete() { receive(.completed) }
}

/// One thing that a stream sends.
package enum StreamStep<Element> {
  case next(Element)
  case failed(any Error)
  case completed
}

/// What a host sends, for a stream of any library to pass on.
public struct HostFeed<Element>: Sendable {
  private let start: @Sendable (StreamReceiver<Element>) -> @Sendable () -> Void

  /// - Parameter start: starts sending, and gives what ends that; both may be called on any thread.
  package init(_ start: @escaping @Sendable (StreamReceiver<Element>) -> @Sendable () -> Void) {
    self.start = start
  }

  /// Starts sending: one subscription. May be called on any thread; on the main thread it takes effect in the call.
  ///
  /// - Parameter receiver: its closures are called on the main thread.
  /// - Returns: what ends the subscription, on any thread; nothing is sent from then on, if that is the main thread.
  public func send(to receiver: StreamReceiver<Element>) -> @Sendable () -> Void {
    start(receiver)
  }
}
