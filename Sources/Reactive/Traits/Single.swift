/// One element, or an error: a request and its reply.
public typealias Single<Element> = PrimitiveSequence<SingleTrait, Element>

/// One element, or an error.
public enum SingleTrait {}

/// How a ``Single`` ends.
public typealias SingleEvent<Element> = Result<Element, any Error>

extension PrimitiveSequence where Trait == SingleTrait {
  /// Runs the closure for each subscription; it calls what it gets once.
  ///
  ///     Single.create { single in
  ///       let request = api.fetch { single($0) }
  ///       return Disposables.create { request.cancel() }
  ///     }
  public static func create(
    subscribe: @escaping (@escaping (SingleEvent<Element>) -> Void) -> any Disposable
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

  /// Calls the closures for the result, until the result of this is disposed.
  public func subscribe(
    onSuccess: ((Element) -> Void)? = nil, onFailure: ((any Error) -> Void)? = nil,
    onDisposed: (() -> Void)? = nil
  ) -> any Disposable {
    asObservable().subscribe(onNext: onSuccess, onError: onFailure, onDisposed: onDisposed)
  }

  /// Calls the closure for the result, until the result of this is disposed.
  public func subscribe(_ observer: @escaping (SingleEvent<Element>) -> Void) -> any Disposable {
    subscribe(onSuccess: { observer(.success($0)) }, onFailure: { observer(.failure($0)) })
  }

  /// Transforms the element.
  public func map<Result>(
    _ transform: @escaping (Element) throws -> Result
  ) -> Single<Result> { through { $0.map(transform) } }

  /// Goes on with another request.
  public func flatMap<Result>(
    _ selector: @escaping (Element) throws -> Single<Result>
  ) -> Single<Result> { through { $0.flatMap(selector) } }

  /// Goes on with work that has no element.
  public func flatMapCompletable(
    _ selector: @escaping (Element) throws -> Completable
  ) -> Completable { Completable(trusting: asObservable().flatMap(selector)) }

  /// Sends this element in place of an error.
  public func catchAndReturn(_ element: Element) -> Single<Element> {
    through { $0.catchAndReturn(element) }
  }

  /// Calls closures as the result passes.
  public func `do`(
    onSuccess: ((Element) throws -> Void)? = nil, onError: ((any Error) throws -> Void)? = nil,
    onSubscribe: (() -> Void)? = nil, onDispose: (() -> Void)? = nil
  ) -> Single<Element> {
    through {
      $0.do(onNext: onSuccess, onError: onError, onSubscribe: onSubscribe, onDispose: onDispose)
    }
  }

  /// The results of several requests that run at the same time.
  public static func zip<each Other>(
    _ sources: repeat Single<each Other>,
    resultSelector: @escaping (repeat each Other) throws -> Element
  ) -> Single<Element> {
    Single(trusting: .zip(repeat each sources, resultSelector: resultSelector))
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
    let source = asObservable()
    return Single(
      trusting: .feeding { sink in
        var only: Element?
        return source.attach(
          Receiver(
            sink,
            onStop: { stop in
              if case .completed = stop {
                guard let only else { return sink.stop(.error(RxError.noElements)) }
                sink.next(only)
              }
              sink.stop(stop)
            },
            onNext: { element in
              if only != nil { throw RxError.moreThanOneElement }
              only = element
            }))
      })
  }
}
