/// A sequence that sends one element or fails, such as a request and its reply.
public typealias Single<Element> = PrimitiveSequence<SingleTrait, Element>

/// The trait of ``Single``.
public enum SingleTrait {}

/// How a ``Single`` ends.
public typealias SingleEvent<Element> = Result<Element, any Error>

extension PrimitiveSequence where Trait == SingleTrait {
  /// The callback of ``create(subscribe:)``, to be called once.
  public typealias SingleObserver = (SingleEvent<Element>) -> Void

  /// Creates a single whose closure runs for each subscription and calls its argument once.
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

  /// Calls one of the closures at the end, and `onDisposed` after it or on disposal.
  public func subscribe(
    onSuccess: ((Element) -> Void)? = nil, onFailure: ((any Error) -> Void)? = nil,
    onDisposed: (() -> Void)? = nil
  ) -> any Disposable {
    asObservable().subscribe(onNext: onSuccess, onError: onFailure, onDisposed: onDisposed)
  }

  /// Calls one of the closures with the object, without retaining it. After its release no closure
  /// is called.
  public func subscribe<Object: AnyObject>(
    with object: Object, onSuccess: ((Object, Element) -> Void)? = nil,
    onFailure: ((Object, any Error) -> Void)? = nil, onDisposed: ((Object) -> Void)? = nil
  ) -> any Disposable {
    subscribe(
      onSuccess: weakly(object, onSuccess), onFailure: weakly(object, onFailure),
      onDisposed: weakly(object, onDisposed))
  }

  /// Calls the closure with the result, unless the subscription is disposed first.
  public func subscribe(_ observer: @escaping SingleObserver) -> any Disposable {
    subscribe(onSuccess: { observer(.success($0)) }, onFailure: { observer(.failure($0)) })
  }

  /// Calls closures for the result; see ``ObservableType``'s `do`.
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
  /// Sends the only element; it fails if there is none, or a second one.
  public func asSingle() -> Single<Element> {
    Single(trusting: only(orElse: .error(RxError.noElements)))
  }

  /// Sends the only element at the end; it fails if there is a second one.
  ///
  ///     source  ─1──|
  ///     only    ────1|
  ///
  /// - Parameter end: The end of the result if there is no element.
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
