/// A relay without replay: see ``PublishSubject``.
public final class PublishRelay<Element>: RelayType {
  private let subject = PublishSubject<Element>()

  /// A relay without observers.
  public init() {}

  nonisolated deinit {}

  /// Sends an element.
  public func accept(_ element: Element) { subject.next(element) }

  /// Sends the elements to the observer until the result is disposed.
  public func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable
  where Observer.Element == Element {
    subject.subscribe(observer)
  }

  /// The observable side only.
  public func asObservable() -> Observable<Element> { subject }
}
