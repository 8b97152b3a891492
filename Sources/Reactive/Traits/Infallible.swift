/// A sequence that cannot fail, and is a plain one otherwise: each subscriber has a subscription of its own, on no
/// scheduler in particular.
///
///     let total = prices.map(sum).asInfallible(onErrorJustReturn: 0)
///     total.subscribe(onNext: { print($0) })     // no `onError`: there is none
///
/// It is the ``SharedSequence`` that shares nothing, and so has all of its operators besides its own.
public typealias Infallible<Element> = SharedSequence<InfallibleStrategy, Element>

/// Nothing is shared.
public enum InfallibleStrategy: SharingStrategyProtocol {
  /// The sequence itself.
  public static func share<Element>(_ source: Observable<Element>) -> Observable<Element> { source }
  /// The trampoline of subscriptions, as for a plain sequence.
  public static var creationScheduler: any ImmediateSchedulerType {
    CurrentThreadScheduler.instance
  }
}

/// Something that can be seen as an ``Infallible``.
@MainActor public protocol InfallibleType<Element>: SharedSequenceConvertibleType
where SharingStrategy == InfallibleStrategy {}

extension SharedSequence: InfallibleType where SharingStrategy == InfallibleStrategy {}

/// What an ``Infallible`` tells: any number of elements, then at most one completion.
public enum InfallibleEvent<Element> {
  /// The next element.
  case next(Element)
  /// The sequence ended. Nothing follows.
  case completed
}

extension SharedSequence where SharingStrategy == InfallibleStrategy {
  /// What the closure of ``create(subscribe:)`` calls with each event.
  public typealias InfallibleObserver = (InfallibleEvent<Element>) -> Void

  /// Runs the closure for each subscription; see ``ObservableType/create(_:)``.
  public static func create(
    subscribe: @escaping (@escaping InfallibleObserver) -> any Disposable
  ) -> Infallible<Element> {
    Infallible(
      sharing: .create { observer in
        subscribe { event in
          switch event {
          case .next(let element): observer.onNext(element)
          case .completed: observer.onCompleted()
          }
        }
      })
  }

  /// This element, sent by the scheduler.
  public static func just(
    _ element: Element, scheduler: any ImmediateSchedulerType
  ) -> Infallible<Element> { Infallible(sharing: .just(element, scheduler: scheduler)) }

  /// These elements, each sent by the scheduler.
  public static func of(
    _ elements: Element..., scheduler: any ImmediateSchedulerType
  ) -> Infallible<Element> { from(elements, scheduler: scheduler) }

  /// The elements of a sequence, each sent by the scheduler.
  public static func from<Elements: Sequence>(
    _ elements: Elements, scheduler: any ImmediateSchedulerType
  ) -> Infallible<Element> where Elements.Element == Element {
    Infallible(sharing: .from(elements, scheduler: scheduler))
  }
}

extension ObservableConvertibleType {
  /// A sequence that sends this element in place of an error, and completes.
  public func asInfallible(onErrorJustReturn element: Element) -> Infallible<Element> {
    asInfallible { _ in .just(element) }
  }

  /// A sequence that goes on with another one after an error.
  public func asInfallible(onErrorFallbackTo other: Infallible<Element>) -> Infallible<Element> {
    asInfallible { _ in other }
  }

  /// A sequence that goes on with the one that the closure returns for the error.
  public func asInfallible(
    onErrorRecover recover: @escaping (any Error) -> Infallible<Element>
  ) -> Infallible<Element> {
    Infallible(sharing: asObservable().catch { recover($0).asObservable() })
  }
}

extension RelayType {
  /// This as a sequence that cannot fail.
  public func asInfallible() -> Infallible<Element> { Infallible(sharing: asObservable()) }
}

extension SharedSequenceConvertibleType {
  /// This as a sequence that cannot fail, subscribed as it is.
  public func asInfallible() -> Infallible<Element> { Infallible(sharing: asObservable()) }
}
