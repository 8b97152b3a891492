/// A sequence with a known number of elements: the type behind ``Single``, ``Maybe`` and
/// ``Completable``.
public struct PrimitiveSequence<Trait, Element>: PrimitiveSequenceType {
  private let source: Observable<Element>

  /// Wraps a sequence that must have as many elements as the trait requires.
  init(trusting source: Observable<Element>) {
    self.source = source
  }

  /// This as a plain sequence.
  public func asObservable() -> Observable<Element> { source }

  /// This sequence itself.
  public var primitiveSequence: Self { self }

  /// Applies operators that keep the number of elements.
  func through<Result>(
    _ operators: (Observable<Element>) -> Observable<Result>
  ) -> PrimitiveSequence<Trait, Result> {
    PrimitiveSequence<Trait, Result>(trusting: operators(source))
  }
}

/// A type that converts to ``PrimitiveSequence``.
@MainActor public protocol PrimitiveSequenceType<Trait, Element>: ObservableConvertibleType {
  /// The trait, which states the number of elements.
  associatedtype Trait
  /// This as a primitive sequence.
  var primitiveSequence: PrimitiveSequence<Trait, Element> { get }
}

extension PrimitiveSequenceType {
  /// This as a plain sequence.
  public func asObservable() -> Observable<Element> { primitiveSequence.asObservable() }
}

// The operators of plain sequences that keep the number of elements.
extension PrimitiveSequence {
  /// Sends this element.
  public static func just(_ element: Element) -> Self { Self(trusting: .just(element)) }

  /// Sends this element through the scheduler.
  public static func just(_ element: Element, scheduler: any ImmediateSchedulerType) -> Self {
    Self(trusting: .just(element, scheduler: scheduler))
  }

  /// Ends with an error.
  public static func error(_ error: any Error) -> Self { Self(trusting: .error(error)) }

  /// Never sends anything.
  public static func never() -> Self { Self(trusting: .never()) }

  /// See ``ObservableType/deferred(_:)``.
  public static func deferred(_ factory: @escaping () throws -> Self) -> Self {
    Self(trusting: .deferred { try factory().asObservable() })
  }

  /// See ``ObservableType/using(_:observableFactory:)``.
  public static func using<Resource: Disposable>(
    _ resourceFactory: @escaping () throws -> Resource,
    primitiveSequenceFactory: @escaping (Resource) throws -> Self
  ) -> Self {
    Self(
      trusting: .using(resourceFactory) { try primitiveSequenceFactory($0).asObservable() })
  }

  /// See ``ObservableType/map(_:)``.
  public func map<Result>(
    _ transform: @escaping (Element) throws -> Result
  ) -> PrimitiveSequence<Trait, Result> { through { $0.map(transform) } }

  /// Runs another sequence of the same kind with the element.
  public func flatMap<Result>(
    _ selector: @escaping (Element) throws -> PrimitiveSequence<Trait, Result>
  ) -> PrimitiveSequence<Trait, Result> { through { $0.flatMap(selector) } }

  /// See ``ObservableType/catchAndReturn(_:)``.
  public func catchAndReturn(_ element: Element) -> Self {
    through { $0.catchAndReturn(element) }
  }

  /// See ``ObservableType/catch(_:)``.
  public func `catch`(_ handler: @escaping (any Error) throws -> Self) -> Self {
    through { $0.catch { try handler($0).asObservable() } }
  }

  /// See ``ObservableType/retry(_:)``.
  public func retry(_ maxAttemptCount: Int) -> Self { through { $0.retry(maxAttemptCount) } }

  /// See ``ObservableType/retry(when:)``.
  public func retry<Trigger: ObservableType>(
    when notificationHandler: @escaping (Observable<any Error>) -> Trigger
  ) -> Self { through { $0.retry(when: notificationHandler) } }

  /// See ``ObservableType/observe(on:)``.
  public func observe(on scheduler: any ImmediateSchedulerType) -> Self {
    through { $0.observe(on: scheduler) }
  }

  /// See ``ObservableType/subscribe(on:)``.
  public func subscribe(on scheduler: any ImmediateSchedulerType) -> Self {
    through { $0.subscribe(on: scheduler) }
  }

  /// See ``ObservableType/delay(_:scheduler:)``.
  public func delay(_ dueTime: RxTimeInterval, scheduler: any SchedulerType) -> Self {
    through { $0.delay(dueTime, scheduler: scheduler) }
  }

  /// See ``ObservableType/delaySubscription(_:scheduler:)``.
  public func delaySubscription(_ dueTime: RxTimeInterval, scheduler: any SchedulerType) -> Self {
    through { $0.delaySubscription(dueTime, scheduler: scheduler) }
  }

  /// See ``ObservableType/timeout(_:scheduler:)``.
  public func timeout(_ dueTime: RxTimeInterval, scheduler: any SchedulerType) -> Self {
    through { $0.timeout(dueTime, scheduler: scheduler) }
  }

  /// See ``ObservableType/timeout(_:other:scheduler:)``.
  public func timeout(
    _ dueTime: RxTimeInterval, other: Self, scheduler: any SchedulerType
  ) -> Self { through { $0.timeout(dueTime, other: other, scheduler: scheduler) } }

  /// See ``ObservableType/debug(_:trimOutput:file:line:)``.
  public func debug(
    _ identifier: String? = nil, trimOutput: Bool = false, file: String = #fileID,
    line: UInt = #line
  ) -> Self {
    through { $0.debug(identifier, trimOutput: trimOutput, file: file, line: line) }
  }
}

extension PrimitiveSequence where Element: FixedWidthInteger {
  /// Sends 0 at the due time.
  public static func timer(_ dueTime: RxTimeInterval, scheduler: any SchedulerType) -> Self {
    Self(trusting: .timer(dueTime, scheduler: scheduler))
  }
}

// The operators that change the number of elements.
extension PrimitiveSequence {
  /// Sends the element if the predicate is true for it.
  public func filter(_ predicate: @escaping (Element) throws -> Bool) -> Maybe<Element> {
    Maybe(trusting: source.filter(predicate))
  }

  /// Sends the transformed element, unless it is nil.
  public func compactMap<Result>(
    _ transform: @escaping (Element) throws -> Result?
  ) -> Maybe<Result> { Maybe(trusting: source.compactMap(transform)) }

  /// Runs a maybe with the element.
  public func flatMapMaybe<Result>(
    _ selector: @escaping (Element) throws -> Maybe<Result>
  ) -> Maybe<Result> { Maybe(trusting: source.flatMap(selector)) }

  /// Runs a completable with the element.
  public func flatMapCompletable(
    _ selector: @escaping (Element) throws -> Completable
  ) -> Completable { Completable(trusting: source.flatMap(selector)) }

  /// This as a maybe.
  public func asMaybe() -> Maybe<Element> { Maybe(trusting: source) }

  /// This as a completable, without the element.
  public func asCompletable() -> Completable { Completable(trusting: source.ignoreElements()) }
}
