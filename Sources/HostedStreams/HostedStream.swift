/// A sequence of elements over time, of any library: what an output, an event or a service's answer may be.
///
/// The sequences of `Reactive` and `ReactiveCombine` are such streams. For another library an adapter is a few lines:
///
///     extension RxSwift.Observable: @retroactive HostedStream {
///       public func send(toHost receiver: StreamReceiver<Element>) -> () -> Void {
///         let subscription = subscribe(
///           onNext: receiver.next, onError: receiver.fail, onCompleted: receiver.complete)
///         return { subscription.dispose() }
///       }
///     }
///
/// Elements may come on any thread. The host takes those that come on the main thread in the call, and so in the turn
/// that has set them off; it takes the others on the main actor as soon as that is free. Their order stays the same.
public protocol HostedStream<Element> {
  /// The type of the elements.
  associatedtype Element

  /// Starts sending. The host calls this on the main actor, once for each subscription.
  ///
  /// - Returns: what ends the subscription, which the host calls on the main actor, once.
  func send(toHost receiver: StreamReceiver<Element>) -> () -> Void
}

/// A stream that always has a current element, and sends it before `send(toHost:)` returns: the output that it is is
/// never null.
public protocol HostedValueStream<Element>: HostedStream {}

/// Something that elements can be sent to, of any library: what an input may be.
///
///     extension RxRelay.PublishRelay: @retroactive HostedSink {
///       public func accept(fromHost element: Element) { accept(element) }
///     }
public protocol HostedSink<Element> {
  /// The type of the elements.
  associatedtype Element

  /// Takes an element. The host calls this on the main actor.
  func accept(fromHost element: Element)
}

/// A stream that the host can make: what an `init` may take as `.stream(…)`, and what the answer to a request may come
/// as. A library may subscribe to it on any thread, so in a module of the main actor the function is `nonisolated`.
///
///     extension RxSwift.Observable: @retroactive HostFedStream {
///       nonisolated public static func fed(byHost feed: HostFeed<Element>) -> Observable<Element> {
///         .create { observer in
///           Disposables.create(
///             with: feed.send(
///               to: StreamReceiver(
///                 next: observer.onNext, fail: observer.onError, complete: observer.onCompleted)))
///         }
///       }
///     }
public protocol HostFedStream<Element>: HostedStream {
  /// The type of what is made: the type itself, or the class of which it is a subclass.
  associatedtype Fed: HostedStream = Self

  /// Makes a stream that sends what the host sends. The host calls this on the main actor.
  static func fed(byHost feed: HostFeed<Element>) -> Fed
}
