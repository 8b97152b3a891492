/// A relay that gives whoever subscribes its last elements first: see ``ReplaySubject``.
public final class ReplayRelay<Element>: RelayType {
  private let subject: ReplaySubject<Element>

  private init(_ subject: ReplaySubject<Element>) {
    self.subject = subject
  }

  /// A relay that keeps the last so many elements.
  public static func create(bufferSize: Int) -> ReplayRelay<Element> {
    ReplayRelay(.create(bufferSize: bufferSize))
  }

  /// A relay that keeps all elements.
  public static func createUnbound() -> ReplayRelay<Element> {
    ReplayRelay(.createUnbounded())
  }

  /// Sends an element.
  public func accept(_ element: Element) { subject.next(element) }

  /// Sends the elements to the observer until the result is disposed, the old ones first.
  public func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable
  where Observer.Element == Element {
    subject.subscribe(observer)
  }

  /// The side that is observed, alone.
  public func asObservable() -> Observable<Element> { subject }
}
