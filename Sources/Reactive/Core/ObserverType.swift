import HostedStreams

/// A type that receives events.
@MainActor public protocol ObserverType<Element>: HostedSink {
  /// The type of the elements.
  associatedtype Element
  /// RxSwift 4's name. It is declared here so that a `where` clause can use it.
  @available(*, deprecated, renamed: "Element")
  typealias E = Element
  /// Receives an event.
  func on(_ event: Event<Element>)
}

extension ObserverType {
  /// Sends an element.
  public func onNext(_ element: Element) { on(.next(element)) }

  /// Ends with an error.
  public func onError(_ error: any Error) { on(.error(error)) }

  /// Completes.
  public func onCompleted() { on(.completed) }

  /// This observer, type-erased.
  public func asObserver() -> AnyObserver<Element> { AnyObserver(self) }

  /// Returns an observer that transforms its elements and sends them to this one. An error that the
  /// transform throws is sent as an error.
  public func mapObserver<Other>(
    _ transform: @escaping (Other) throws -> Element
  ) -> AnyObserver<Other> {
    AnyObserver { event in self.on(event.map(transform)) }
  }

  /// The receiver through which a source feeds this observer.
  package var receiver: Receiver<Element> {
    if let observer = self as? AnyObserver<Element> { return observer.target }
    return ClosureReceiver(onNext: { self.on(.next($0)) }, onStop: { self.on($0.event()) })
  }
}

extension ObserverType where Element == Void {
  /// Sends the element `()`.
  public func onNext() { on(.next(())) }
}

/// A type-erased observer. It forwards exactly the events that it receives.
public struct AnyObserver<Element>: ObserverType {
  let target: Receiver<Element>

  /// An observer that calls the closure for each event.
  public init(eventHandler: @escaping (Event<Element>) -> Void) {
    target = ClosureReceiver(
      onNext: { eventHandler(.next($0)) }, onStop: { eventHandler($0.event()) })
  }

  /// An observer that forwards every event to another one.
  public init<Observer: ObserverType>(_ observer: Observer) where Observer.Element == Element {
    target = observer.receiver
  }

  init(_ target: Receiver<Element>) {
    self.target = target
  }

  /// Receives an event.
  public func on(_ event: Event<Element>) { target.on(event) }
}
