/// Work without an element.
public typealias Completable = PrimitiveSequence<CompletableTrait, Never>

/// No element, or an error.
public enum CompletableTrait {}

/// How a ``Completable`` ends.
public enum CompletableEvent {
  /// With an error.
  case error(any Error)
  /// It is done.
  case completed
}

extension PrimitiveSequence where Trait == CompletableTrait, Element == Never {
  /// What the closure of ``create(subscribe:)`` calls once.
  public typealias CompletableObserver = (CompletableEvent) -> Void

  /// Runs the closure for each subscription; it calls what it gets once.
  public static func create(
    subscribe: @escaping (@escaping CompletableObserver) -> any Disposable
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

  /// Done when all are, which run at the same time; fails when one does.
  public static func merge(_ sources: Completable...) -> Completable { merge(sources) }

  /// The same for a collection. Of none, it is done at once.
  public static func merge<Sources: Collection>(_ sources: Sources) -> Completable
  where Sources.Element == Completable {
    Completable(trusting: .merge(sources.map { $0.asObservable() }))
  }

  /// Done when all are: another name of ``merge(_:)``.
  public static func zip(_ sources: Completable...) -> Completable { merge(sources) }

  /// The same for a collection.
  public static func zip<Sources: Collection>(_ sources: Sources) -> Completable
  where Sources.Element == Completable { merge(sources) }

  /// Done when all are, which run one after the other; fails when one does.
  public static func concat(_ sources: Completable...) -> Completable { concat(sources) }

  /// The same for a collection or any other sequence, whose elements are asked for one by one.
  public static func concat<Sources: Sequence>(_ sources: Sources) -> Completable
  where Sources.Element == Completable {
    Completable(trusting: .concat(sources.lazy.map { $0.asObservable() }))
  }

  /// This and then the other one.
  public func concat(_ other: Completable) -> Completable { .concat(self, other) }

  /// Calls one of the closures, and `onDisposed` after it or when the result is disposed.
  public func subscribe(
    onCompleted: (() -> Void)? = nil, onError: ((any Error) -> Void)? = nil,
    onDisposed: (() -> Void)? = nil
  ) -> any Disposable {
    asObservable().subscribe(
      onNext: { _ in }, onError: onError, onCompleted: onCompleted, onDisposed: onDisposed)
  }

  /// Calls the closure for the end, until the result is disposed.
  public func subscribe(_ observer: @escaping CompletableObserver) -> any Disposable {
    subscribe(onCompleted: { observer(.completed) }, onError: { observer(.error($0)) })
  }

  /// The same with the object, which is not kept alive: without it nothing is called any more.
  public func subscribe<Object: AnyObject>(
    with object: Object, onCompleted: ((Object) -> Void)? = nil,
    onError: ((Object, any Error) -> Void)? = nil, onDisposed: ((Object) -> Void)? = nil
  ) -> any Disposable {
    subscribe(
      onCompleted: weakly(object, onCompleted), onError: weakly(object, onError),
      onDisposed: weakly(object, onDisposed))
  }

  /// Calls closures as the end passes; see ``ObservableType``'s `do`.
  public func `do`(
    onError: ((any Error) throws -> Void)? = nil, afterError: ((any Error) throws -> Void)? = nil,
    onCompleted: (() throws -> Void)? = nil, afterCompleted: (() throws -> Void)? = nil,
    onSubscribe: (() -> Void)? = nil, onSubscribed: (() -> Void)? = nil,
    onDispose: (() -> Void)? = nil
  ) -> Completable {
    through {
      $0.do(
        onError: onError, afterError: afterError, onCompleted: onCompleted,
        afterCompleted: afterCompleted, onSubscribe: onSubscribe, onSubscribed: onSubscribed,
        onDispose: onDispose)
    }
  }

  /// Goes on with a request, or other work, when this is done.
  public func andThen<NextTrait, Result>(
    _ next: PrimitiveSequence<NextTrait, Result>
  ) -> PrimitiveSequence<NextTrait, Result> {
    PrimitiveSequence<NextTrait, Result>(trusting: andThen(next.asObservable()))
  }

  /// Goes on with a sequence when this is done.
  ///
  ///     this     ───|
  ///     next        ─1──2─|
  ///     andThen  ────1──2─|
  public func andThen<Result>(_ next: Observable<Result>) -> Observable<Result> {
    let source = asObservable()
    return .feeding { sink in
      sink.feed(from: source, onNext: { _ in }) { stop in
        if case .completed = stop { next } else { nil }
      }
    }
  }
}

extension ObservableType where Element == Never {
  /// This as work without an element.
  public func asCompletable() -> Completable { Completable(trusting: asObservable()) }
}
