import Reactive

/// A source with given events that records its subscriptions.
///
/// A hot source sends its events at their times, with or without subscribers. A cold source sends
/// them to each subscriber, at times relative to its subscription.
public final class TestableObservable<Element>: ObservableType {
  /// The lifetimes of the subscriptions. Through an operator, a subscription ends with the source's
  /// own stop event.
  public private(set) var subscriptions: [Subscription] = []
  /// The given events.
  public let recordedEvents: [Recorded<Event<Element>>]
  private let scheduler: VirtualTimeScheduler
  private let isHot: Bool
  private var observers: [(index: Int, observer: AnyObserver<Element>)] = []

  init(
    _ scheduler: VirtualTimeScheduler, isHot: Bool, events: [Recorded<Event<Element>>]
  ) {
    self.scheduler = scheduler
    self.isHot = isHot
    recordedEvents = events
    guard isHot else { return }
    for event in events {
      scheduler.schedule(at: event.time) {
        for (_, observer) in self.observers { observer.on(event.value) }
      }
    }
  }

  /// Records the subscription, and sends the events to the observer.
  public func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable
  where Observer.Element == Element {
    let index = subscriptions.count
    let start = scheduler.clock
    subscriptions.append(Subscription(start))
    let end = Disposables.create {
      self.subscriptions[index] = Subscription(start, self.scheduler.clock)
    }
    if isHot {
      observers.append((index, AnyObserver(observer)))
      return Disposables.create(
        end, Disposables.create { self.observers.removeAll { $0.index == index } })
    }
    let timers = recordedEvents.map { event in
      scheduler.schedule(at: start + event.time) { observer.on(event.value) }
    }
    return Disposables.create([end] + timers)
  }
}
