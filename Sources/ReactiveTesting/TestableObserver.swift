import Reactive

/// An observer that records its events.
public final class TestableObserver<Element>: ObserverType {
  /// The events with their times.
  public private(set) var events: [Recorded<Event<Element>>] = []
  private let scheduler: VirtualTimeScheduler

  init(_ scheduler: VirtualTimeScheduler) {
    self.scheduler = scheduler
  }

  /// The elements only.
  public var elements: [Element] { events.compactMap(\.value.element) }

  /// Records an event.
  public func on(_ event: Event<Element>) {
    events.append(Recorded(time: scheduler.clock, value: event))
  }
}
