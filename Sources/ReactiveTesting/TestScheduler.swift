import Reactive

/// Virtual time for tests of sequences (RxTest's `TestScheduler`).
///
///     let scheduler = TestScheduler()
///     let source = scheduler.createHotObservable([.next(210, 1), .next(220, 2), .completed(300)])
///     let result = scheduler.start { source.map { $0 * 10 } }
///     #expect(result.events == [.next(210, 10), .next(220, 20), .completed(300)])
///     #expect(source.subscriptions == [Subscription(200, 300)])
///
/// Work that is scheduled for now runs at the present time, after work that is already due; RxTest
/// moves it to the next tick.
public final class TestScheduler: VirtualTimeScheduler {
  /// Creates a source that sends its events at their times, with or without subscribers.
  public func createHotObservable<Element>(
    _ events: [Recorded<Event<Element>>]
  ) -> TestableObservable<Element> {
    TestableObservable(self, isHot: true, events: events)
  }

  /// Creates a source that sends its events to each subscriber, at times relative to its
  /// subscription.
  public func createColdObservable<Element>(
    _ events: [Recorded<Event<Element>>]
  ) -> TestableObservable<Element> {
    TestableObservable(self, isHot: false, events: events)
  }

  /// Creates an observer that records its events.
  public func createObserver<Element>(
    _ type: Element.Type = Element.self
  ) -> TestableObserver<Element> {
    TestableObserver(self)
  }

  /// Creates a sequence, subscribes it and disposes the subscription, each at its time, and runs
  /// all work. A step whose time has already come runs at once, before scheduled work.
  public func start<Source: ObservableConvertibleType>(
    created: Int = 100, subscribed: Int = 200, disposed: Int = 1_000,
    _ create: @escaping () -> Source
  ) -> TestableObserver<Source.Element> {
    let observer = createObserver(Source.Element.self)
    var source: Source?
    let subscription = SerialDisposable()
    at(created) { source = create() }
    at(subscribed) {
      if let source { subscription.disposable = source.asObservable().subscribe(observer) }
    }
    at(disposed) { subscription.dispose() }
    start()
    return observer
  }

  private func at(_ time: Int, _ work: @escaping () -> Void) {
    if time <= clock { work() } else { schedule(at: time, work) }
  }
}
