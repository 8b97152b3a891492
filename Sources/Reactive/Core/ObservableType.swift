import HostedStreams

/// Something that can be seen as an ``Observable``: sequences, relays, drivers.
@MainActor public protocol ObservableConvertibleType<Element>: HostedStream {
  /// The type of the elements.
  associatedtype Element
  /// What RxSwift 4 calls it. It stands here so that a `where` clause may say it.
  @available(*, deprecated, renamed: "Element")
  typealias E = Element
  /// This as a sequence.
  func asObservable() -> Observable<Element>
}

/// Something that can be subscribed. All operators are methods of it.
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
