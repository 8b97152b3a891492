/// A sequence that cannot fail, sends on the main scheduler, and shares one subscription among all
/// observers.
///
/// ``Driver`` and ``Signal`` are of this type; they differ in whether a new subscriber gets the
/// last element.
public struct SharedSequence<SharingStrategy: SharingStrategyProtocol, Element>:
  SharedSequenceConvertibleType
{
  private let source: Observable<Element>

  /// Shares a sequence that must never fail and must send on the main actor.
  init(sharing source: Observable<Element>) {
    self.source = SharingStrategy.share(source)
  }

  /// Wraps a sequence that sends the same to each subscriber and so is not shared.
  init(given source: Observable<Element>) {
    self.source = source
  }

  /// Shares any sequence. Each conversion has its own main scheduler: synchronous when idle, a
  /// queue when re-entered.
  init(
    converting source: Observable<Element>,
    recover: ((any Error) -> Observable<Element>)? = nil
  ) {
    let observed = source.observe(on: MainScheduler())
    self.init(sharing: recover.map { observed.catch($0) } ?? observed)
  }

  /// This as a plain sequence.
  public func asObservable() -> Observable<Element> { source }

  /// This sequence itself.
  public func asSharedSequence() -> SharedSequence<SharingStrategy, Element> { self }
}

/// A type that converts to ``SharedSequence``, such as a helper that stores one. It has all
/// operators of that type.
@MainActor
public protocol SharedSequenceConvertibleType<SharingStrategy, Element>:
  ObservableConvertibleType
{
  /// The type of the elements. It is declared here too, so that `asSharedSequence` infers it for a
  /// helper written for RxSwift 4, which declares only `E`.
  associatedtype Element
  /// The sharing strategy.
  associatedtype SharingStrategy: SharingStrategyProtocol
  /// This as a shared sequence.
  func asSharedSequence() -> SharedSequence<SharingStrategy, Element>
}

extension SharedSequenceConvertibleType {
  /// This as a plain sequence.
  public func asObservable() -> Observable<Element> { asSharedSequence().asObservable() }

  /// Applies operators to the plain sequence, which must not fail then, and shares the result
  /// again.
  func through<Result>(
    _ operators: (Observable<Element>) -> Observable<Result>
  ) -> SharedSequence<SharingStrategy, Result> {
    SharedSequence<SharingStrategy, Result>(sharing: operators(asObservable()))
  }
}

/// How a ``SharedSequence`` is shared.
@MainActor public protocol SharingStrategyProtocol {
  /// The scheduler of `debounce` and other operators with time; by default a new main scheduler.
  static var scheduler: any SchedulerType { get }
  /// The scheduler of the elements of `of` and `from`; by default ``scheduler``.
  static var creationScheduler: any ImmediateSchedulerType { get }
  /// Shares one subscription to the source among all subscribers.
  static func share<Element>(_ source: Observable<Element>) -> Observable<Element>
}

extension SharingStrategyProtocol {
  /// A new main scheduler.
  public static var scheduler: any SchedulerType { MainScheduler() }
  /// The default, ``scheduler``.
  public static var creationScheduler: any ImmediateSchedulerType { scheduler }
}

// The general forms of `asDriver`, `asSignal` and `asInfallible`.
extension ObservableConvertibleType {
  /// Converts this to a shared sequence that sends the element in place of an error and completes.
  public func asSharedSequence<Strategy: SharingStrategyProtocol>(
    sharingStrategy: Strategy.Type = Strategy.self, onErrorJustReturn element: Element
  ) -> SharedSequence<Strategy, Element> {
    SharedSequence(converting: asObservable()) { _ in .just(element) }
  }

  /// Converts this to a shared sequence that switches to another one after an error.
  public func asSharedSequence<Strategy: SharingStrategyProtocol>(
    sharingStrategy: Strategy.Type = Strategy.self,
    onErrorDriveWith other: SharedSequence<Strategy, Element>
  ) -> SharedSequence<Strategy, Element> {
    asSharedSequence { _ in other }
  }

  /// Converts this to a shared sequence that switches after an error to the one that the closure
  /// returns.
  public func asSharedSequence<Strategy: SharingStrategyProtocol>(
    sharingStrategy: Strategy.Type = Strategy.self,
    onErrorRecover recover: @escaping (any Error) -> SharedSequence<Strategy, Element>
  ) -> SharedSequence<Strategy, Element> {
    SharedSequence(converting: asObservable()) { recover($0).asObservable() }
  }
}
