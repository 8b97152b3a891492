/// One element, none, or an error.
public typealias Maybe<Element> = PrimitiveSequence<MaybeTrait, Element>

/// One element, none, or an error.
public enum MaybeTrait {}

/// How a ``Maybe`` ends.
public enum MaybeEvent<Element> {
  /// With an element.
  case success(Element)
  /// With an error.
  case error(any Error)
  /// Without an element.
  case completed
}

extension PrimitiveSequence where Trait == MaybeTrait {
  /// What the closure of ``create(subscribe:)`` calls once.
  public typealias MaybeObserver = (MaybeEvent<Element>) -> Void

  /// Runs the closure for each subscription; it calls what it gets once.
  public static func create(
    subscribe: @escaping (@escaping MaybeObserver) -> any Disposable
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

  /// No element.
  public static func empty() -> Maybe<Element> { Maybe(trusting: .empty()) }

  /// Calls one of the closures, and `onDisposed` after it or when the result is disposed.
  public func subscribe(
    onSuccess: ((Element) -> Void)? = nil, onError: ((any Error) -> Void)? = nil,
    onCompleted: (() -> Void)? = nil, onDisposed: (() -> Void)? = nil
  ) -> any Disposable {
    var hasElement = false
    return asObservable().subscribe(
      onNext: {
        hasElement = true
        onSuccess?($0)
      },
      onError: onError, onCompleted: { if !hasElement { onCompleted?() } }, onDisposed: onDisposed)
  }

  /// Calls the closure for the end, until the result is disposed.
  public func subscribe(_ observer: @escaping MaybeObserver) -> any Disposable {
    subscribe(
      onSuccess: { observer(.success($0)) }, onError: { observer(.error($0)) },
      onCompleted: { observer(.completed) })
  }

  /// The same with the object, which is not kept alive: without it nothing is called any more.
  public func subscribe<Object: AnyObject>(
    with object: Object, onSuccess: ((Object, Element) -> Void)? = nil,
    onError: ((Object, any Error) -> Void)? = nil, onCompleted: ((Object) -> Void)? = nil,
    onDisposed: ((Object) -> Void)? = nil
  ) -> any Disposable {
    subscribe(
      onSuccess: weakly(object, onSuccess), onError: weakly(object, onError),
      onCompleted: weakly(object, onCompleted), onDisposed: weakly(object, onDisposed))
  }

  /// Calls closures as the element or the end passes; see ``ObservableType``'s `do`.
  public func `do`(
    onNext: ((Element) throws -> Void)? = nil, afterNext: ((Element) throws -> Void)? = nil,
    onError: ((any Error) throws -> Void)? = nil, afterError: ((any Error) throws -> Void)? = nil,
    onCompleted: (() throws -> Void)? = nil, afterCompleted: (() throws -> Void)? = nil,
    onSubscribe: (() -> Void)? = nil, onSubscribed: (() -> Void)? = nil,
    onDispose: (() -> Void)? = nil
  ) -> Maybe<Element> {
    through {
      $0.do(
        onNext: onNext, afterNext: afterNext, onError: onError, afterError: afterError,
        onCompleted: onCompleted, afterCompleted: afterCompleted, onSubscribe: onSubscribe,
        onSubscribed: onSubscribed, onDispose: onDispose)
    }
  }

  /// The element, or this one if there is none.
  public func ifEmpty(default element: Element) -> Single<Element> {
    Single(trusting: asObservable().ifEmpty(default: element))
  }

  /// The element, or if there is none what the other one has.
  public func ifEmpty(switchTo other: Maybe<Element>) -> Maybe<Element> {
    through { $0.ifEmpty(switchTo: other.asObservable()) }
  }

  /// The element, or if there is none that of the other one.
  public func ifEmpty(switchTo other: Single<Element>) -> Single<Element> {
    Single(trusting: asObservable().ifEmpty(switchTo: other.asObservable()))
  }

  /// The element; it fails when there is none.
  public func asSingle() -> Single<Element> { asObservable().asSingle() }
}

extension ObservableType {
  /// The only element, if there is one; it fails when there is a second one.
  public func asMaybe() -> Maybe<Element> { Maybe(trusting: only(orElse: .completed)) }
}
