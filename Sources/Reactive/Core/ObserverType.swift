import HostedStreams

/// Something that events can be sent to.
@MainActor public protocol ObserverType<Element>: HostedSink {
  /// The type of the elements.
  associatedtype Element
  /// What RxSwift 4 calls it. It stands here so that a `where` clause may say it.
  @available(*, deprecated, renamed: "Element")
  typealias E = Element
  /// Takes an event.
  func on(_ event: Event<Element>)
}

extension ObserverType {
  /// Sends an element.
  public func onNext(_ element: Element) { on(.next(element)) }

  /// Ends with an error.
  public func onError(_ error: any Error) { on(.error(error)) }

  /// Ends.
  public func onCompleted() { on(.completed) }

  /// This observer behind a type that shows nothing else of it.
  public func asObserver() -> AnyObserver<Element> { AnyObserver(self) }

  /// An observer of other elements, which are transformed on their way here. An error that the transform throws is
  /// sent as an error.
  public func mapObserver<Other>(
    _ transform: @escaping (Other) throws -> Element
  ) -> AnyObserver<Other> {
    AnyObserver { event in self.on(event.map(transform)) }
  }

  /// What a source feeds to reach this observer.
  package var receiver: Receiver<Element> {
    if let observer = self as? AnyObserver<Element> { return observer.target }
    return ClosureReceiver(onNext: { self.on(.next($0)) }, onStop: { self.on($0.event()) })
  }
}

extension ObserverType where Element == Void {
  /// Sends the only element there is.
  public func onNext() { on(.next(())) }
}

/// An observer that is only known by its element. It forwards exactly what it is given.
public struct AnyObserver<Element>: ObserverType {
  let target: Receiver<Element>

  /// An observer that calls the closure for each event.
  public init(eventHandler: @escaping (Event<Element>) -> Void) {
    target = ClosureReceiver(
      onNext: { eventHandler(.next($0)) }, onStop: { eventHandler($0.event()) })
  }

  /// An observer that passes everything on to another one.
  public init<Observer: ObserverType>(_ observer: Observer) where Observer.Element == Element {
    target = observer.receiver
  }

  init(_ target: Receiver<Element>) {
    self.target = target
  }

  /// Takes an event.
  public func on(_ event: Event<Element>) { target.on(event) }
}
