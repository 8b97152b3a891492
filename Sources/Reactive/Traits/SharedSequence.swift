/// A sequence that cannot fail, is observed on the main scheduler, and is subscribed once for all who observe it.
///
/// ``Driver`` and ``Signal`` are this; they differ in whether a newcomer gets the last element.
public struct SharedSequence<SharingStrategy: SharingStrategyProtocol, Element>:
  SharedSequenceConvertibleType
{
  private let source: Observable<Element>

  /// Shares a sequence that is known never to fail, and to send on the main actor.
  init(sharing source: Observable<Element>) {
    self.source = SharingStrategy.share(source)
  }

  /// A sequence that gives each subscriber the same, and so is not shared.
  init(given source: Observable<Element>) {
    self.source = source
  }

  /// Shares any sequence. Each conversion has a main scheduler of its own: a synchronous pass-through when idle, a
  /// queue when it is re-entered.
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

/// Something that can be seen as a ``SharedSequence``, such as a helper that keeps one. It has all of its operators.
@MainActor
public protocol SharedSequenceConvertibleType<SharingStrategy, Element>:
  ObservableConvertibleType
{
  /// The type of the elements. It stands here, too, so that `asSharedSequence` tells it of a helper written for RxSwift 4,
  /// which has only an `E`.
  associatedtype Element
  /// How it is shared.
  associatedtype SharingStrategy: SharingStrategyProtocol
  /// This as a shared sequence.
  func asSharedSequence() -> SharedSequence<SharingStrategy, Element>
}

extension SharedSequenceConvertibleType {
  /// This as a plain sequence.
  public func asObservable() -> Observable<Element> { asSharedSequence().asObservable() }

  /// The result of operators on the plain sequence, which must not fail; shared anew.
  func through<Result>(
    _ operators: (Observable<Element>) -> Observable<Result>
  ) -> SharedSequence<SharingStrategy, Result> {
    SharedSequence<SharingStrategy, Result>(sharing: operators(asObservable()))
  }
}

/// How a ``SharedSequence`` is shared.
@MainActor public protocol SharingStrategyProtocol {
  /// What `debounce` and the like wait with: by default a main scheduler of one's own.
  static var scheduler: any SchedulerType { get }
  /// What the elements of `of` and `from` go through: by default ``scheduler``.
  static var creationScheduler: any ImmediateSchedulerType { get }
  /// One subscription to the source for all.
  static func share<Element>(_ source: Observable<Element>) -> Observable<Element>
}

extension SharingStrategyProtocol {
  /// A main scheduler of one's own.
  public static var scheduler: any SchedulerType { MainScheduler() }
  /// The same.
  public static var creationScheduler: any ImmediateSchedulerType { scheduler }
}

// What the kinds of shared sequences say in words of their own.
extension ObservableConvertibleType {
  /// A shared sequence that sends this element in place of an error, and completes.
  public func asSharedSequence<Strategy: SharingStrategyProtocol>(
    sharingStrategy: Strategy.Type = Strategy.self, onErrorJustReturn element: Element
  ) -> SharedSequence<Strategy, Element> {
    SharedSequence(converting: asObservable()) { _ in .just(element) }
  }

  /// A shared sequence that goes on with another one after an error.
  public func asSharedSequence<Strategy: SharingStrategyProtocol>(
    sharingStrategy: Strategy.Type = Strategy.self,
    onErrorDriveWith other: SharedSequence<Strategy, Element>
  ) -> SharedSequence<Strategy, Element> {
    asSharedSequence { _ in other }
  }

  /// A shared sequence that goes on with the one that the closure returns for the error.
  public func asSharedSequence<Strategy: SharingStrategyProtocol>(
    sharingStrategy: Strategy.Type = Strategy.self,
    onErrorRecover recover: @escaping (any Error) -> SharedSequence<Strategy, Element>
  ) -> SharedSequence<Strategy, Element> {
    SharedSequence(converting: asObservable()) { recover($0).asObservable() }
  }
}
