/// A sequence that sends one element, completes without one, or fails.
public typealias Maybe<Element> = PrimitiveSequence<MaybeTrait, Element>

/// The trait of ``Maybe``.
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
  /// The callback of ``create(subscribe:)``, to be called once.
  public typealias MaybeObserver = (MaybeEvent<Element>) -> Void

  /// Creates a maybe whose closure runs for each subscription and calls its argument once.
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

  /// Completes without an element.
  public static func empty() -> Maybe<Element> { Maybe(trusting: .empty()) }

  /// Calls one of the closures at the end, and `onDisposed` after it or on disposal.
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

  /// Calls the closure at the end, unless the result is disposed first.
  public func subscribe(_ observer: @escaping MaybeObserver) -> any Disposable {
    subscribe(
      onSuccess: { observer(.success($0)) }, onError: { observer(.error($0)) },
      onCompleted: { observer(.completed) })
  }

  /// Calls one of the closures with the object, without retaining it. After its release no closure
  /// is called.
  public func subscribe<Object: AnyObject>(
    with object: Object, onSuccess: ((Object, Element) -> Void)? = nil,
    onError: ((Object, any Error) -> Void)? = nil, onCompleted: ((Object) -> Void)? = nil,
    onDisposed: ((Object) -> Void)? = nil
  ) -> any Disposable {
    subscribe(
      onSuccess: weakly(object, onSuccess), onError: weakly(object, onError),
      onCompleted: weakly(object, onCompleted), onDisposed: weakly(object, onDisposed))
  }

  /// Calls closures for the element or the end; see ``ObservableType``'s `do`.
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

  /// Sends the element, or the default if there is none.
  public func ifEmpty(default element: Element) -> Single<Element> {
    Single(trusting: asObservable().ifEmpty(default: element))
  }

  /// Sends the element, or the result of the other maybe if there is none.
  public func ifEmpty(switchTo other: Maybe<Element>) -> Maybe<Element> {
    through { $0.ifEmpty(switchTo: other.asObservable()) }
  }

  /// Sends the element, or that of the single if there is none.
  public func ifEmpty(switchTo other: Single<Element>) -> Single<Element> {
    Single(trusting: asObservable().ifEmpty(switchTo: other.asObservable()))
  }

  /// Sends the element; it fails if there is none.
  public func asSingle() -> Single<Element> { asObservable().asSingle() }
}

extension ObservableType {
  /// Sends the only element, or completes without one; it fails if there is a second one.
  public func asMaybe() -> Maybe<Element> { Maybe(trusting: only(orElse: .completed)) }
}
