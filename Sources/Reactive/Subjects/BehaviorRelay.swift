import Observation

/// A relay with a current value, which a new subscriber receives at once: see ``BehaviorSubject``.
///
/// Observation tracks ``value``: a change of it notifies `withObservationTracking`.
public final class BehaviorRelay<Element>: RelayType, nonisolated Observation.Observable {
  let subject: BehaviorSubject<Element>
  private let current: Stored<Element>
  // The exclusivity check would cost more than the rest of sending an element without readers.
  @exclusivity(unchecked) private var tracker: ObservationTracker?

  /// Creates a relay with this current value.
  public init(value: Element) {
    current = Stored(value)
    subject = BehaviorSubject(value: value)
  }

  nonisolated deinit {}

  /// The current value. It is already the new one while the new one is being sent.
  public var value: Element {
    tracker.access()
    return current.element
  }

  /// Sets the current value and sends it. An equal value is sent again, and Observation is notified
  /// too.
  public func accept(_ element: Element) {
    tracker.change { current.replace(with: element) }
    subject.next(element)
  }

  /// Sends the elements to the observer until the result is disposed, the current value first.
  public func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable
  where Observer.Element == Element {
    subject.subscribe(observer)
  }

  /// The observable side only.
  public func asObservable() -> Observable<Element> { subject }
}
