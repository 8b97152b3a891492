/// State for the view: it cannot fail, and a new subscriber gets the last element at once while the
/// source is connected (RxCocoa's `Driver`).
public typealias Driver<Element> = SharedSequence<DriverSharingStrategy, Element>

/// Shares with `share(replay: 1)`.
public enum DriverSharingStrategy: SharingStrategyProtocol {
  /// Shares the source with the last element.
  public static func share<Element>(_ source: Observable<Element>) -> Observable<Element> {
    source.share(replay: 1)
  }
}

extension ObservableConvertibleType {
  /// Converts this to a driver that sends the element in place of an error and completes.
  public func asDriver(onErrorJustReturn element: Element) -> Driver<Element> {
    asSharedSequence(onErrorJustReturn: element)
  }

  /// Converts this to a driver that switches to another one after an error. With `.never()` it is
  /// silent then, but does not complete.
  public func asDriver(onErrorDriveWith other: Driver<Element>) -> Driver<Element> {
    asSharedSequence(onErrorDriveWith: other)
  }

  /// Converts this to a driver that switches after an error to the one that the closure returns.
  public func asDriver(
    onErrorRecover recover: @escaping (any Error) -> Driver<Element>
  ) -> Driver<Element> {
    asSharedSequence(onErrorRecover: recover)
  }
}

extension RelayType {
  /// This as a driver; it cannot fail.
  public func asDriver() -> Driver<Element> { Driver(converting: asObservable()) }
}

extension SharedSequenceConvertibleType where SharingStrategy == DriverSharingStrategy {
  /// This as a driver.
  public func asDriver() -> Driver<Element> { asSharedSequence() }

  /// Calls the closures for the events until the result is disposed.
  public func drive(
    onNext: ((Element) -> Void)? = nil, onCompleted: (() -> Void)? = nil,
    onDisposed: (() -> Void)? = nil
  ) -> any Disposable {
    asObservable().subscribe(
      onNext: onNext, onCompleted: onCompleted, onDisposed: onDisposed)
  }

  /// Calls the closures with the object, without retaining it. After its release no closure is
  /// called.
  public func drive<Object: AnyObject>(
    with object: Object, onNext: ((Object, Element) -> Void)? = nil,
    onCompleted: ((Object) -> Void)? = nil, onDisposed: ((Object) -> Void)? = nil
  ) -> any Disposable {
    drive(
      onNext: weakly(object, onNext), onCompleted: weakly(object, onCompleted),
      onDisposed: weakly(object, onDisposed))
  }

  /// Sends the events to the observers.
  public func drive<Observer: ObserverType>(_ observers: Observer...) -> any Disposable
  where Observer.Element == Element { asObservable().connect(to: observers) }

  /// Sends the events to observers of optionals.
  public func drive<Observer: ObserverType>(_ observers: Observer...) -> any Disposable
  where Observer.Element == Element? { asObservable().connect(to: observers) }

  /// Sends the elements to the relays.
  public func drive<Relay: RelayType>(_ relays: Relay...) -> any Disposable
  where Relay.Element == Element { asObservable().connect(to: relays) }

  /// Sends the elements to relays of optionals.
  public func drive<Relay: RelayType>(_ relays: Relay...) -> any Disposable
  where Relay.Element == Element? { asObservable().connect(to: relays) }

  /// Returns the result of applying a function to this as a plain sequence.
  public func drive<Result>(_ transformation: (Observable<Element>) -> Result) -> Result {
    transformation(asObservable())
  }

  /// Applies a function to this as a plain sequence, then applies the returned function to the
  /// argument.
  public func drive<Argument, Result>(
    _ with: (Observable<Element>) -> (Argument) -> Result, curriedArgument: Argument
  ) -> Result {
    with(asObservable())(curriedArgument)
  }
}
