/// A relay that has a current value, which whoever subscribes gets at once: see ``BehaviorSubject``.
public final class BehaviorRelay<Element>: RelayType {
  private let subject: BehaviorSubject<Element>
  /// The current value. It is already the new one while that is being sent.
  public private(set) var value: Element

  /// A relay with this current value.
  public init(value: Element) {
    self.value = value
    subject = BehaviorSubject(value: value)
  }

  /// Makes this the current value and sends it.
  public func accept(_ element: Element) {
    value = element
    subject.next(element)
  }

  /// Sends the elements to the observer until the result is disposed, the current value first.
  public func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable
  where Observer.Element == Element {
    subject.subscribe(observer)
  }

  /// The side that is observed, alone.
  public func asObservable() -> Observable<Element> { subject }
}
