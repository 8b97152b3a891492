/// A sequence that cannot fail, and is a plain one otherwise: each subscriber has its own
/// subscription, on no particular scheduler.
///
///     let total = prices.map(sum).asInfallible(onErrorJustReturn: 0)
///     total.subscribe(onNext: { print($0) })     // no `onError`: there is none
///
/// It is the ``SharedSequence`` without sharing, and has all operators of that type besides its
/// own.
public typealias Infallible<Element> = SharedSequence<InfallibleStrategy, Element>

/// The strategy of ``Infallible``, which does not share.
public enum InfallibleStrategy: SharingStrategyProtocol {
  /// Returns the sequence itself.
  public static func share<Element>(_ source: Observable<Element>) -> Observable<Element> { source }
  /// The trampoline of subscriptions, as for a plain sequence.
  public static var creationScheduler: any ImmediateSchedulerType {
    CurrentThreadScheduler.instance
  }
}

/// A type that converts to ``Infallible``.
@MainActor public protocol InfallibleType<Element>: SharedSequenceConvertibleType
where SharingStrategy == InfallibleStrategy {}

extension SharedSequence: InfallibleType where SharingStrategy == InfallibleStrategy {}

/// An event of an ``Infallible``: any number of elements, then at most one completion.
public enum InfallibleEvent<Element> {
  /// The next element.
  case next(Element)
  /// The sequence completed. No event follows.
  case completed
}

extension SharedSequence where SharingStrategy == InfallibleStrategy {
  /// The callback of ``create(subscribe:)``, to be called with each event.
  public typealias InfallibleObserver = (InfallibleEvent<Element>) -> Void

  /// Creates a sequence whose closure runs for each subscription; see
  /// ``ObservableType/create(_:)``.
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

  /// Sends this element through the scheduler.
  public static func just(
    _ element: Element, scheduler: any ImmediateSchedulerType
  ) -> Infallible<Element> { Infallible(sharing: .just(element, scheduler: scheduler)) }

  /// Sends each of these elements through the scheduler.
  public static func of(
    _ elements: Element..., scheduler: any ImmediateSchedulerType
  ) -> Infallible<Element> { from(elements, scheduler: scheduler) }

  /// Sends each element of a sequence through the scheduler.
  public static func from<Elements: Sequence>(
    _ elements: Elements, scheduler: any ImmediateSchedulerType
  ) -> Infallible<Element> where Elements.Element == Element {
    Infallible(sharing: .from(elements, scheduler: scheduler))
  }
}

extension ObservableConvertibleType {
  /// Converts this to a sequence that sends the element in place of an error and completes.
  public func asInfallible(onErrorJustReturn element: Element) -> Infallible<Element> {
    asInfallible { _ in .just(element) }
  }

  /// Converts this to a sequence that switches to another one after an error.
  public func asInfallible(onErrorFallbackTo other: Infallible<Element>) -> Infallible<Element> {
    asInfallible { _ in other }
  }

  /// Converts this to a sequence that switches after an error to the one that the closure returns.
  public func asInfallible(
    onErrorRecover recover: @escaping (any Error) -> Infallible<Element>
  ) -> Infallible<Element> {
    Infallible(sharing: asObservable().catch { recover($0).asObservable() })
  }
}

extension RelayType {
  /// This as an infallible sequence.
  public func asInfallible() -> Infallible<Element> { Infallible(sharing: asObservable()) }
}

extension SharedSequenceConvertibleType {
  /// This as an infallible sequence, with its subscription behavior unchanged.
  public func asInfallible() -> Infallible<Element> { Infallible(sharing: asObservable()) }
}
