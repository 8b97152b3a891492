extension ObservableType {
  /// Sends every event to the observers, stop events too: a bound subject ends with this sequence.
  public func bind<Observer: ObserverType>(to observers: Observer...) -> any Disposable
  where Observer.Element == Element {
    connect(to: observers)
  }

  /// Sends every event to observers of optionals.
  public func bind<Observer: ObserverType>(to observers: Observer...) -> any Disposable
  where Observer.Element == Element? {
    connect(to: observers)
  }

  /// Sends the elements to the relays. The completion is ignored; an error is reported to the
  /// ``BindingScope``.
  public func bind<Relay: RelayType>(to relays: Relay...) -> any Disposable
  where Relay.Element == Element {
    connect(to: relays)
  }

  /// Sends the elements to relays of optionals.
  public func bind<Relay: RelayType>(to relays: Relay...) -> any Disposable
  where Relay.Element == Element? {
    connect(to: relays)
  }

  /// Calls the closure for each element. An error is reported to the ``BindingScope``.
  public func bind(onNext: @escaping (Element) -> Void) -> any Disposable {
    subscribe(onNext: onNext)
  }

  /// Calls the closure with the object and each element. It does not retain the object.
  public func bind<Object: AnyObject>(
    with object: Object, onNext: @escaping (Object, Element) -> Void
  ) -> any Disposable {
    subscribe(with: object, onNext: onNext)
  }

  /// Returns the result of applying a function to this sequence.
  public func bind<Result>(to binder: (Self) -> Result) -> Result {
    binder(self)
  }

  /// Applies a function to this sequence, then applies the returned function to the argument.
  public func bind<Argument, Result>(
    to binder: (Self) -> (Argument) -> Result, curriedArgument: Argument
  ) -> Result {
    binder(self)(curriedArgument)
  }
}

// Shared by `bind`, `drive` and `emit`.
extension ObservableType {
  func connect<Observer: ObserverType>(to observers: [Observer]) -> any Disposable
  where Observer.Element == Element {
    subscribe { event in for observer in observers { observer.on(event) } }
  }

  func connect<Observer: ObserverType>(to observers: [Observer]) -> any Disposable
  where Observer.Element == Element? {
    map { Element?.some($0) }.connect(to: observers)
  }

  func connect<Relay: RelayType>(to relays: [Relay]) -> any Disposable
  where Relay.Element == Element {
    subscribe(onNext: { element in for relay in relays { relay.accept(element) } })
  }

  func connect<Relay: RelayType>(to relays: [Relay]) -> any Disposable
  where Relay.Element == Element? {
    map { Element?.some($0) }.connect(to: relays)
  }
}
