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

  /// This element.
  public static func just(_ element: Element) -> Single<Element> {
    Single(trusting: .just(element))
  }

  /// This element, sent by the scheduler.
  public static func just(
    _ element: Element, scheduler: any ImmediateSchedulerType
  ) -> Single<Element> { Single(trusting: .just(element, scheduler: scheduler)) }

  /// 0 at the due time.
  public static func timer(
    _ dueTime: RxTimeInterval, scheduler: any SchedulerType
  ) -> Single<Element> where Element: FixedWidthInteger {
    Single(trusting: .timer(dueTime, scheduler: scheduler))
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

  /// The results of a collection of requests that run at the same time, in its order. Of none, an empty array.
  public static func zip<Sources: Collection>(
    _ sources: Sources
  ) -> Single<[Element]> where Sources.Element == Single<Element> {
    if sources.isEmpty { return .just([]) }
    return Single<[Element]>(trusting: Observable.zip(sources))
  }
}

extension PrimitiveSequence where Trait == SingleTrait, Element == Any {
  /// The results of two requests that run at the same time, as a tuple.
  public static func zip<A, B>(_ a: Single<A>, _ b: Single<B>) -> Single<(A, B)> {
    Single<(A, B)>(trusting: Observable.zip(a, b))
  }

  /// The results of three requests that run at the same time, as a tuple.
  public static func zip<A, B, C>(
    _ a: Single<A>, _ b: Single<B>, _ c: Single<C>
  ) -> Single<(A, B, C)> { Single<(A, B, C)>(trusting: Observable.zip(a, b, c)) }

  /// The results of several requests that run at the same time, as a tuple.
  @_disfavoredOverload
  public static func zip<each Source>(
    _ sources: repeat Single<each Source>
  ) -> Single<(repeat each Source)> {
    Single<(repeat each Source)>(trusting: Observable.zip(repeat each sources))
  }
}

extension PrimitiveSequence where Trait == SingleTrait, Element: Sendable {
  /// The element, waited for; cancelling the task disposes the subscription.
  public var value: Element {
    get async throws {
      for try await element in values { return element }
      throw CancellationError()
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
        Receiver(
          sink,
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
