/// One element, or an error: a request and its reply.
public typealias Single<Element> = PrimitiveSequence<SingleTrait, Element>

/// One element, or an error.
public enum SingleTrait {}

/// How a ``Single`` ends.
public typealias SingleEvent<Element> = Result<Element, any Error>

extension PrimitiveSequence where Trait == SingleTrait {
  /// What the closure of ``create(subscribe:)`` calls once.
  public typealias SingleObserver = (SingleEvent<Element>) -> Void

  /// Runs the closure for each subscription; it calls what it gets once.
  ///
  ///     Single.create { single in
  ///       let request = api.fetch { single($0) }
  ///       return Disposables.create { request.cancel() }
  ///     }
  public static func create(
    subscribe: @escaping (@escaping SingleObserver) -> any Disposable
  ) -> Single<Element> {
    Single(
      trusting: .create { observer in
        subscribe { result in
          switch result {
          case .success(let element):
            observer.onNext(element)
            observer.onCompleted()
          case .failure(let error): observer.onError(error)
          }
        }
      })
  }

  /// Calls one of the closures, and `onDisposed` after it or when the result is disposed.
  public func subscribe(
    onSuccess: ((Element) -> Void)? = nil, onFailure: ((any Error) -> Void)? = nil,
    onDisposed: (() -> Void)? = nil
  ) -> any Disposable {
    asObservable().subscribe(onNext: onSuccess, onError: onFailure, onDisposed: onDisposed)
  }

  /// The same with the object, which is not kept alive: without it nothing is called any more.
  public func subscribe<Object: AnyObject>(
    with object: Object, onSuccess: ((Object, Element) -> Void)? = nil,
    onFailure: ((Object, any Error) -> Void)? = nil, onDisposed: ((Object) -> Void)? = nil
  ) -> any Disposable {
    subscribe(
      onSuccess: weakly(object, onSuccess), onFailure: weakly(object, onFailure),
      onDisposed: weakly(object, onDisposed))
  }

  /// Calls the closure for the result, until the result of this is disposed.
  public func subscribe(_ observer: @escaping SingleObserver) -> any Disposable {
    subscribe(onSuccess: { observer(.success($0)) }, onFailure: { observer(.failure($0)) })
  }

  /// Calls closures as the result passes; see ``ObservableType``'s `do`.
  public func `do`(
    onSuccess: ((Element) throws -> Void)? = nil, afterSuccess: ((Element) throws -> Void)? = nil,
    onError: ((any Error) throws -> Void)? = nil, afterError: ((any Error) throws -> Void)? = nil,
    onSubscribe: (() -> Void)? = nil, onSubscribed: (() -> Void)? = nil,
    onDispose: (() -> Void)? = nil
  ) -> Single<Element> {
    through {
      $0.do(
        onNext: onSuccess, afterNext: afterSuccess, onError: onError, afterError: afterError,
        onSubscribe: onSubscribe, onSubscribed: onSubscribed, onDispose: onDispose)
    }
  }
}

extension ObservableType {
  /// The only element; it fails when there is none, or a second one.
  public func asSingle() -> Single<Element> {
    Single(trusting: only(orElse: .error(RxError.noElements)))
  }

  /// The only element, sent at the end; it fails when there is a second one.
  ///
  ///     source  ─1──|
  ///     only    ────1|
  ///
  /// - Parameter end: How it ends when there is none.
  func only(orElse end: Stop) -> Observable<Element> {
    let source = asObservable()
    return .feeding { sink in
      var only: Element?
      return source.attach(
        sink.receiver(
          onStop: { stop in
            if case .completed = stop {
              guard let only else { return sink.stop(end) }
              sink.next(only)
            }
            sink.stop(stop)
          },
          onNext: { element in
            if only != nil { throw RxError.moreThanOneElement }
            only = element
          }))
    }
  }
}
