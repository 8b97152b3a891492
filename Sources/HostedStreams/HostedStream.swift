/// A sequence of elements over time, of any library: an output, an event or a service's answer.
///
/// The sequences of `Reactive` and `ReactiveCombine` conform. An adapter for another library is a
/// few lines:
///
///     extension RxSwift.Observable: @retroactive HostedStream {
///       public func send(toHost receiver: StreamReceiver<Element>) -> () -> Void {
///         let subscription = subscribe(
///           onNext: receiver.next, onError: receiver.fail, onCompleted: receiver.complete)
///         return { subscription.dispose() }
///       }
///     }
///
/// Elements may arrive on any thread. The host handles those from the main thread at once, and so
/// in the turn of their cause. It handles the others on the main actor as soon as that is free.
/// Their order stays the same.
public protocol HostedStream<Element> {
  /// The type of the elements.
  associatedtype Element

  /// Starts sending. The host calls this on the main actor, once for each subscription.
  ///
  /// - Returns: a function that ends the subscription; the host calls it on the main actor, once.
  func send(toHost receiver: StreamReceiver<Element>) -> () -> Void
}

/// A stream with a current element, which it sends before `send(toHost:)` returns. An output of
/// such a stream is never null.
public protocol HostedValueStream<Element>: HostedStream {}

/// A receiver of elements, of any library: an input.
///
///     extension RxRelay.PublishRelay: @retroactive HostedSink {
///       public func accept(fromHost element: Element) { accept(element) }
///     }
public protocol HostedSink<Element> {
  /// The type of the elements.
  associatedtype Element

  /// Receives an element. The host calls this on the main actor.
  func accept(fromHost element: Element)
}

/// A stream that the host can make: a `.stream(…)` parameter of an `init`, or the answer to a
/// request. A library may subscribe to it on any thread, so the function is `nonisolated` in a
/// module with the main actor as default.
///
///     extension RxSwift.Observable: @retroactive HostFedStream {
///       nonisolated public static func fed(
///         byHost feed: HostFeed<Element>
///       ) -> Observable<Element> {
///         .create { observer in
///           Disposables.create(
///             with: feed.send(
///               to: StreamReceiver(
///                 next: observer.onNext, fail: observer.onError, complete: observer.onCompleted)))
///         }
///       }
///     }
public protocol HostFedStream<Element>: HostedStream {
  /// The type of the stream that is made: this type, or its superclass.
  associatedtype Fed: HostedStream = Self

  /// Makes a stream that sends the host's elements. The host calls this on the main actor.
  static func fed(byHost feed: HostFeed<Element>) -> Fed
}
