import Observation

/// A relay that has a current value, which whoever subscribes gets at once: see ``BehaviorSubject``.
///
/// Observation follows ``value``: what is computed from it under `withObservationTracking` is told when it changes.
public final class BehaviorRelay<Element>: RelayType, nonisolated Observation.Observable {
  let subject: BehaviorSubject<Element>
  private let current: Stored<Element>
  // Looked up for each element; the check would cost more than the rest of it, where nobody reads.
  @exclusivity(unchecked) private var tracker: ObservationTracker?

  /// A relay with this current value.
  public init(value: Element) {
    current = Stored(value)
    subject = BehaviorSubject(value: value)
  }

  nonisolated deinit {}

  /// The current value. It is already the new one while that is being sent.
  public var value: Element {
    tracker.access()
    return current.element
  }

  /// Makes this the current value and sends it. An equal one is sent again, and told to Observation too.
  public func accept(_ element: Element) {
    tracker.change { current.replace(with: element) }
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
