/// Events for the view: it cannot fail, and a new subscriber gets no earlier element (RxCocoa's
/// `Signal`).
public typealias Signal<Element> = SharedSequence<SignalSharingStrategy, Element>

/// Shares with `share()`.
public enum SignalSharingStrategy: SharingStrategyProtocol {
  /// Shares the source without replay.
  public static func share<Element>(_ source: Observable<Element>) -> Observable<Element> {
    source.share()
  }
}

extension ObservableConvertibleType {
  /// Converts this to a signal that sends the element in place of an error and completes.
  public func asSignal(onErrorJustReturn element: Element) -> Signal<Element> {
    asSharedSequence(onErrorJustReturn: element)
  }

  /// Converts this to a signal that switches to another one after an error. With `.never()` it is
  /// silent then, but does not complete.
  public func asSignal(onErrorSignalWith other: Signal<Element>) -> Signal<Element> {
    asSharedSequence(onErrorDriveWith: other)
  }

  /// Converts this to a signal that switches after an error to the one that the closure returns.
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

  /// Calls the closures with the object, without retaining it. After its release no closure is
  /// called.
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
