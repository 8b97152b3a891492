/// Events for the view: cannot fail, and a newcomer gets nothing until the next element.
public typealias Signal<Element> = SharedSequence<SignalSharingStrategy, Element>

/// `share()`.
public enum SignalSharingStrategy: SharingStrategyProtocol {
  /// Shared, and nothing kept.
  public static func share<Element>(_ source: Observable<Element>) -> Observable<Element> {
    source.share()
  }
}

extension ObservableConvertibleType {
  /// A signal that sends this element in place of an error, and completes.
  public func asSignal(onErrorJustReturn element: Element) -> Signal<Element> {
    asSharedSequence(onErrorJustReturn: element)
  }

  /// A signal that goes on with another one after an error. With `.never()` it is silent then, but does not complete.
  public func asSignal(onErrorSignalWith other: Signal<Element>) -> Signal<Element> {
    asSharedSequence(onErrorDriveWith: other)
  }

  /// A signal that goes on with the one that the closure returns for the error.
  public func asSignal(
    onErrorRecover recover: @escaping (any Error) -> Signal<Element>
  ) -> Signal<Element> {
    asSharedSequence(onErrorRecover: recover)
  }
}

extension RelayType {
  /// This as a signal; it cannot fail.
  public func asSignal() -> Signal<Element> { Signal(converting: asObservable()) }
}

extension SharedSequenceConvertibleType where SharingStrategy == SignalSharingStrategy {
  /// This as a signal.
  public func asSignal() -> Signal<Element> { asSharedSequence() }

  /// Calls the closures for the events until the result is disposed.
  public func emit(
    onNext: ((Element) -> Void)? = nil, onCompleted: (() -> Void)? = nil,
    onDisposed: (() -> Void)? = nil
  ) -> any Disposable {
    asObservable().subscribe(
      onNext: onNext, onCompleted: onCompleted, onDisposed: onDisposed)
  }

  /// The same with the object, which is not kept alive: without it nothing is called any more.
  public func emit<Object: AnyObject>(
    with object: Object, onNext: ((Object, Element) -> Void)? = nil,
    onCompleted: ((Object) -> Void)? = nil, onDisposed: ((Object) -> Void)? = nil
  ) -> any Disposable {
    emit(
      onNext: weakly(object, onNext), onCompleted: weakly(object, onCompleted),
      onDisposed: weakly(object, onDisposed))
  }

  /// Sends the events to the observers.
  public func emit<Observer: ObserverType>(to observers: Observer...) -> any Disposable
  where Observer.Element == Element { asObservable().connect(to: observers) }

  /// Sends the events to observers of optionals.
  public func emit<Observer: ObserverType>(to observers: Observer...) -> any Disposable
  where Observer.Element == Element? { asObservable().connect(to: observers) }

  /// Sends the elements to the relays.
  public func emit<Relay: RelayType>(to relays: Relay...) -> any Disposable
  where Relay.Element == Element { asObservable().connect(to: relays) }

  /// Sends the elements to relays of optionals.
  public func emit<Relay: RelayType>(to relays: Relay...) -> any Disposable
  where Relay.Element == Element? { asObservable().connect(to: relays) }
}
