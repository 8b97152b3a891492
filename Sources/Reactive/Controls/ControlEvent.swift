/// The events of a view's control (RxCocoa): it never fails and replays no elements to late
/// subscribers.
///
/// Without a view, a host or a test makes it from any sequence:
///
///     struct Input { let text: ControlProperty<String?>; let tap: ControlEvent<Void> }
@MainActor public protocol ControlEventType<Element>: ObservableType {
  /// This as a control's event.
  func asControlEvent() -> ControlEvent<Element>
}

/// A sequence of a control's events. Subscribing it happens on the main actor, at once.
public struct ControlEvent<Element>: ControlEventType {
  private let events: Observable<Element>

  /// Creates an event from a sequence that must not fail.
  public init<Events: ObservableType>(events: Events) where Events.Element == Element {
    self.events = events.asObservable()
  }

  /// Sends the events to the observer until the result is disposed.
  public func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable
  where Observer.Element == Element { events.subscribe(observer) }

  /// This as a plain sequence.
  public func asObservable() -> Observable<Element> { events }

  /// This itself.
  public func asControlEvent() -> ControlEvent<Element> { self }
}

extension ControlEventType {
  /// This as a driver, which completes if the events fail.
  public func asDriver() -> Driver<Element> { asDriver(onErrorDriveWith: .empty()) }

  /// This as a signal, which completes if the events fail.
  public func asSignal() -> Signal<Element> { asSignal(onErrorSignalWith: .empty()) }
}
