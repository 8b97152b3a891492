/// A sequence that cannot fail, is observed on the main scheduler, and is subscribed once for all who observe it.
///
/// ``Driver`` and ``Signal`` are this; they differ in whether a newcomer gets the last element.
public struct SharedSequence<SharingStrategy: SharingStrategyProtocol, Element>:
  ObservableConvertibleType
{
  private let source: Observable<Element>

  /// Shares a sequence that is known never to fail, and to send on the main actor.
  init(sharing source: Observable<Element>) {
    self.source = SharingStrategy.share(source)
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

  /// The result of operators on the plain sequence, which must not fail; shared anew.
  func through<Result>(
    _ operators: (Observable<Element>) -> Observable<Result>
  ) -> SharedSequence<SharingStrategy, Result> {
    SharedSequence<SharingStrategy, Result>(sharing: operators(source))
  }
}

/// How a ``SharedSequence`` is shared.
@MainActor public protocol SharingStrategyProtocol {
  /// One subscription to the source for all.
  static func share<Element>(_ source: Observable<Element>) -> Observable<Element>
}
