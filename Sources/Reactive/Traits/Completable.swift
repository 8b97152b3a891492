/// A sequence without elements that completes or fails.
public typealias Completable = PrimitiveSequence<CompletableTrait, Never>

/// The trait of ``Completable``.
public enum CompletableTrait {}

/// How a ``Completable`` ends.
public enum CompletableEvent {
  /// With an error.
  case error(any Error)
  /// With completion.
  case completed
}

extension PrimitiveSequence where Trait == CompletableTrait, Element == Never {
  /// The callback of ``create(subscribe:)``, to be called once.
  public typealias CompletableObserver = (CompletableEvent) -> Void

  /// Creates a completable whose closure runs for each subscription and calls its argument once.
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

  /// Completes at once.
  public static func empty() -> Completable { Completable(trusting: .empty()) }

  /// Runs all at the same time. It completes when all have completed, and fails when one fails.
  public static func merge(_ sources: Completable...) -> Completable { merge(sources) }

  /// Runs a collection at the same time. An empty collection completes at once.
  public static func merge<Sources: Collection>(_ sources: Sources) -> Completable
  where Sources.Element == Completable {
    Completable(trusting: .merge(sources.map { $0.asObservable() }))
  }

  /// Another name of ``merge(_:)``.
  public static func zip(_ sources: Completable...) -> Completable { merge(sources) }

  /// Another name of ``merge(_:)`` for a collection.
  public static func zip<Sources: Collection>(_ sources: Sources) -> Completable
  where Sources.Element == Completable { merge(sources) }

  /// Runs all one after the other. It completes when all have completed, and fails when one fails.
  public static func concat(_ sources: Completable...) -> Completable { concat(sources) }

  /// Runs the elements of any `Sequence`, iterated lazily, one after the other.
  public static func concat<Sources: Sequence>(_ sources: Sources) -> Completable
  where Sources.Element == Completable {
    Completable(trusting: .concat(sources.lazy.map { $0.asObservable() }))
  }

  /// Runs this and then the other one.
  public func concat(_ other: Completable) -> Completable { .concat(self, other) }

  /// Calls one of the closures at the end, and `onDisposed` after it or on disposal.
  public func subscribe(
    onCompleted: (() -> Void)? = nil, onError: ((any Error) -> Void)? = nil,
    onDisposed: (() -> Void)? = nil
  ) -> any Disposable {
    asObservable().subscribe(
      onNext: { _ in }, onError: onError, onCompleted: onCompleted, onDisposed: onDisposed)
  }

  /// Calls the closure at the end, unless the result is disposed first.
  public func subscribe(_ observer: @escaping CompletableObserver) -> any Disposable {
    subscribe(onCompleted: { observer(.completed) }, onError: { observer(.error($0)) })
  }

  /// Calls one of the closures with the object, without retaining it. After its release no closure
  /// is called.
  public func subscribe<Object: AnyObject>(
    with object: Object, onCompleted: ((Object) -> Void)? = nil,
    onError: ((Object, any Error) -> Void)? = nil, onDisposed: ((Object) -> Void)? = nil
  ) -> any Disposable {
    subscribe(
      onCompleted: weakly(object, onCompleted), onError: weakly(object, onError),
      onDisposed: weakly(object, onDisposed))
  }

  /// Calls closures for the end; see ``ObservableType``'s `do`.
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

  /// Runs a single, maybe or completable after this has completed.
  public func andThen<NextTrait, Result>(
    _ next: PrimitiveSequence<NextTrait, Result>
  ) -> PrimitiveSequence<NextTrait, Result> {
    PrimitiveSequence<NextTrait, Result>(trusting: andThen(next.asObservable()))
  }

  /// Runs a sequence after this has completed.
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
  /// This as a completable.
  public func asCompletable() -> Completable { Completable(trusting: asObservable()) }
}
