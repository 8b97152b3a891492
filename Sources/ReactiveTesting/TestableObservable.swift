import Reactive

/// A source whose events are given, and that records when it is subscribed.
///
/// A hot one sends them at their times, whether or not anybody is there. A cold one sends them to each subscriber, at
/// times counted from its subscription.
public final class TestableObservable<Element>: ObservableType {
  /// When it was subscribed, and until when. Through an operator, a subscription ends with the source's own stop event.
  public private(set) var subscriptions: [Subscription] = []
  /// What it sends.
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
