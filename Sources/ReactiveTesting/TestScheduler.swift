import Reactive

/// Virtual time for tests of sequences.
///
///     let scheduler = TestScheduler()
///     let source = scheduler.createHotObservable([.next(210, 1), .next(220, 2), .completed(300)])
///     let result = scheduler.start { source.map { $0 * 10 } }
///     #expect(result.events == [.next(210, 10), .next(220, 20), .completed(300)])
///     #expect(source.subscriptions == [Subscription(200, 300)])
///
/// Work for now runs now, after all that is due already: nothing is moved to the next tick.
public final class TestScheduler: VirtualTimeScheduler {
  /// A source that sends its events at their times, whether or not anybody is there.
  public func createHotObservable<Element>(
    _ events: [Recorded<Event<Element>>]
  ) -> TestableObservable<Element> {
    TestableObservable(self, isHot: true, events: events)
  }

  /// A source that sends its events to each subscriber, at times counted from its subscription.
  public func createColdObservable<Element>(
    _ events: [Recorded<Event<Element>>]
  ) -> TestableObservable<Element> {
    TestableObservable(self, isHot: false, events: events)
  }

  /// An observer that records what it gets.
  public func createObserver<Element>(
    _ type: Element.Type = Element.self
  ) -> TestableObserver<Element> {
    TestableObserver(self)
  }

  /// Makes a sequence, subscribes it, disposes the subscription, and runs all there is to run. What is to happen
  /// now, or should have happened before, happens before anything that is scheduled.
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
