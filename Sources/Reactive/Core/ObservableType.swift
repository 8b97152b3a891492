import HostedStreams

/// A type that converts to ``Observable``: sequences, relays, drivers.
@MainActor public protocol ObservableConvertibleType<Element>: HostedStream {
  /// The type of the elements.
  associatedtype Element
  /// RxSwift 4's name. It is declared here so that a `where` clause can use it.
  @available(*, deprecated, renamed: "Element")
  typealias E = Element
  /// This as a sequence.
  func asObservable() -> Observable<Element>
}

/// A type that can be subscribed. All operators are methods of it; they follow the operators of
/// RxSwift 6 with the same names.
@MainActor public protocol ObservableType<Element>: ObservableConvertibleType {
  /// Sends the events to the observer until the result is disposed.
  func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable
  where Observer.Element == Element
}

extension ObservableType {
  /// This as a sequence.
  public func asObservable() -> Observable<Element> {
    .create { observer in self.subscribe(observer) }
  }
}
