/// One element, none, or an error.
public typealias Maybe<Element> = PrimitiveSequence<MaybeTrait, Element>

/// Work without an element.
public typealias Completable = PrimitiveSequence<CompletableTrait, Never>

/// One element, none, or an error.
public enum MaybeTrait {}

/// No element, or an error.
public enum CompletableTrait {}

/// How a ``Maybe`` ends.
public enum MaybeEvent<Element> {
  /// With an element.
  case success(Element)
  /// With an error.
  case error(any Error)
  /// Without an element.
  case completed
}

/// How a ``Completable`` ends.
public enum CompletableEvent {
  /// With an error.
  case error(any Error)
  /// It is done.
  case completed
}

extension PrimitiveSequence where Trait == MaybeTrait {
  /// Runs the closure for each subscription; it calls what it gets once.
  public static func create(
    subscribe: @escaping (@escaping (MaybeEvent<Element>) -> Void) -> any Disposable
  ) -> Maybe<Element> {
    Maybe(
      trusting: .create { observer in
        subscribe { event in
          switch event {
          case .success(let element):
            observer.onNext(element)
            observer.onCompleted()
          case .error(let error): observer.onError(error)
          case .completed: observer.onCompleted()
          }
        }
      })
  }

  /// This element.
  public static func just(_ element: Element) -> Maybe<Element> { Maybe(trusting: .just(element)) }

  /// No element.
  public static func empty() -> Maybe<Element> { Maybe(trusting: .empty()) }

  /// Calls one of the closures, until the result is disposed.
  public func subscribe(
    onSuccess: ((Element) -> Void)? = nil, onError: ((any Error) -> Void)? = nil,
    onCompleted: (() -> Void)? = nil
  ) -> any Disposable {
    var hasElement = false
    return asObservable().subscribe(
      onNext: {
        hasElement = true
        onSuccess?($0)
      },
      onError: onError, onCompleted: { if !hasElement { onCompleted?() } })
  }

  /// Transforms the element.
  public func map<Result>(
    _ transform: @escaping (Element) throws -> Result
  ) -> Maybe<Result> { through { $0.map(transform) } }

  /// Goes on with another one.
  public func flatMap<Result>(
    _ selector: @escaping (Element) throws -> Maybe<Result>
  ) -> Maybe<Result> { through { $0.flatMap(selector) } }
}

extension PrimitiveSequence where Trait == CompletableTrait, Element == Never {
  /// Runs the closure for each subscription; it calls what it gets once.
  public static func create(
    subscribe: @escaping (@escaping (CompletableEvent) -> Void) -> any Disposable
  ) -> Completable {
    Completable(
      trusting: .create { observer in
        subscribe { event in
          switch event {
          case .error(let error): observer.onError(error)
          case .completed: observer.onCompleted()
          }
        }
      })
  }

  /// Done at once.
  public static func empty() -> Completable { Completable(trusting: .empty()) }

  /// Calls one of the closures, until the result is disposed.
  public func subscribe(
    onCompleted: (() -> Void)? = nil, onError: ((any Error) -> Void)? = nil
  ) -> any Disposable {
    asObservable().subscribe(onNext: { _ in }, onError: onError, onCompleted: onCompleted)
  }

  /// Goes on with a request when this is done.
  public func andThen<Result>(_ next: Single<Result>) -> Single<Result> {
    Single(trusting: andThen(next.asObservable()))
  }

  /// Goes on with other work when this is done.
  public func andThen(_ next: Completable) -> Completable {
    Completable(trusting: andThen(next.asObservable()))
  }

  /// Goes on with a sequence when this is done.
  public func andThen<Result>(_ next: Observable<Result>) -> Observable<Result> {
    let source = asObservable()
    return .feeding { sink in
      let current = SerialDisposable()
      let first = source.attach(
        Receiver(
          sink,
          onStop: { stop in
            if case .error = stop { return sink.stop(stop) }
            current.disposable = next.attach(Receiver(sink, onNext: sink.next))
          }, onNext: { _ in }))
      return Disposables.create(first, current)
    }
  }
}

extension ObservableType where Element == Never {
  /// This as work without an element.
  public func asCompletable() -> Completable { Completable(trusting: asObservable()) }
}
