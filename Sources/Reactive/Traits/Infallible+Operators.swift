// The operators of infallible sequences that other shared sequences do not have.
extension SharedSequenceConvertibleType where SharingStrategy == InfallibleStrategy {
  /// Calls the closures for the events until the result is disposed.
  public func subscribe(
    onNext: ((Element) -> Void)? = nil, onCompleted: (() -> Void)? = nil,
    onDisposed: (() -> Void)? = nil
  ) -> any Disposable {
    asObservable().subscribe(onNext: onNext, onCompleted: onCompleted, onDisposed: onDisposed)
  }

  /// Calls the closures with the object, without retaining it. After its release no closure is
  /// called.
  public func subscribe<Object: AnyObject>(
    with object: Object, onNext: ((Object, Element) -> Void)? = nil,
    onCompleted: ((Object) -> Void)? = nil, onDisposed: ((Object) -> Void)? = nil
  ) -> any Disposable {
    asObservable().subscribe(
      with: object, onNext: onNext, onCompleted: onCompleted, onDisposed: onDisposed)
  }

  /// Calls the closure for every event until the result is disposed.
  public func subscribe(_ on: @escaping (InfallibleEvent<Element>) -> Void) -> any Disposable {
    subscribe(onNext: { on(.next($0)) }, onCompleted: { on(.completed) })
  }

  /// See ``ObservableType/bind(to:)``.
  public func bind<Observer: ObserverType>(to observers: Observer...) -> any Disposable
  where Observer.Element == Element { asObservable().connect(to: observers) }

  /// See ``ObservableType/bind(to:)``.
  public func bind<Observer: ObserverType>(to observers: Observer...) -> any Disposable
  where Observer.Element == Element? { asObservable().connect(to: observers) }

  /// See ``ObservableType/bind(to:)``.
  public func bind<Relay: RelayType>(to relays: Relay...) -> any Disposable
  where Relay.Element == Element { asObservable().connect(to: relays) }

  /// See ``ObservableType/bind(to:)``.
  public func bind<Relay: RelayType>(to relays: Relay...) -> any Disposable
  where Relay.Element == Element? { asObservable().connect(to: relays) }

  /// See ``ObservableType/bind(onNext:)``.
  public func bind(onNext: @escaping (Element) -> Void) -> any Disposable {
    subscribe(onNext: onNext)
  }

  /// See ``ObservableType/bind(with:onNext:)``.
  public func bind<Object: AnyObject>(
    with object: Object, onNext: @escaping (Object, Element) -> Void
  ) -> any Disposable { subscribe(with: object, onNext: onNext) }

  /// See ``ObservableType/bind(to:)``.
  public func bind<Result>(to binder: (Self) -> Result) -> Result { binder(self) }

  /// See ``ObservableType/bind(to:curriedArgument:)``.
  public func bind<Argument, Result>(
    to binder: (Self) -> (Argument) -> Result, curriedArgument: Argument
  ) -> Result { binder(self)(curriedArgument) }

  /// This as a driver.
  public func asDriver() -> Driver<Element> { Driver(converting: asObservable()) }

  /// This as a signal.
  public func asSignal() -> Signal<Element> { Signal(converting: asObservable()) }

  /// See ``ObservableType/take(_:)``.
  public func take(_ count: Int) -> Infallible<Element> { through { $0.take(count) } }

  /// See ``ObservableType/take(for:scheduler:)``.
  public func take(
    for duration: RxTimeInterval, scheduler: any SchedulerType
  ) -> Infallible<Element> { through { $0.take(for: duration, scheduler: scheduler) } }

  /// See ``ObservableType/take(while:behavior:)``.
  public func take(
    while predicate: @escaping (Element) -> Bool, behavior: TakeBehavior = .exclusive
  ) -> Infallible<Element> { through { $0.take(while: predicate, behavior: behavior) } }

  /// See ``ObservableType/take(until:behavior:)``.
  public func take(
    until predicate: @escaping (Element) -> Bool, behavior: TakeBehavior = .exclusive
  ) -> Infallible<Element> { through { $0.take(until: predicate, behavior: behavior) } }

  /// See ``ObservableType/take(until:)``. An error of the other sequence counts as its completion.
  public func take<Other: ObservableConvertibleType>(until other: Other) -> Infallible<Element> {
    through { $0.take(until: other.asObservable().catch { _ in .empty() }) }
  }

  /// See ``ObservableType/skip(while:)``.
  public func skip(while predicate: @escaping (Element) -> Bool) -> Infallible<Element> {
    through { $0.skip(while: predicate) }
  }

  /// See ``ObservableType/skip(until:)``. An error of the other sequence counts as its completion.
  public func skip<Other: ObservableConvertibleType>(until other: Other) -> Infallible<Element> {
    through { $0.skip(until: other.asObservable().catch { _ in .empty() }) }
  }

  /// See ``ObservableType/concat(_:)``.
  public func concat(_ other: Infallible<Element>) -> Infallible<Element> {
    through { $0.concat(other) }
  }

  /// See ``ObservableType/ifEmpty(default:)``.
  public func ifEmpty(default element: Element) -> Infallible<Element> {
    through { $0.ifEmpty(default: element) }
  }

  /// See ``ObservableType/share(replay:scope:)``.
  public func share(
    replay: Int = 0, scope: SubjectLifetimeScope = .whileConnected
  ) -> Infallible<Element> { through { $0.share(replay: replay, scope: scope) } }

  /// See ``ObservableType/delay(_:scheduler:)``.
  public func delay(
    _ dueTime: RxTimeInterval, scheduler: any SchedulerType
  ) -> Infallible<Element> { through { $0.delay(dueTime, scheduler: scheduler) } }

  /// See ``ObservableType/debounce(_:scheduler:)``.
  public func debounce(
    _ dueTime: RxTimeInterval, scheduler: any SchedulerType
  ) -> Infallible<Element> { through { $0.debounce(dueTime, scheduler: scheduler) } }

  /// See ``ObservableType/throttle(_:latest:scheduler:)``.
  public func throttle(
    _ dueTime: RxTimeInterval, latest: Bool = true, scheduler: any SchedulerType
  ) -> Infallible<Element> {
    through { $0.throttle(dueTime, latest: latest, scheduler: scheduler) }
  }
}
