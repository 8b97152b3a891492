import Reactive

// A scheduler is named by any value, `DispatchQueue.main` for one. A `SchedulerType` keeps the time; whatever else
// stands for the main scheduler, because everything runs on the main actor.
extension Publisher {
  /// Sends each event in a later job of the main actor; the first ones too.
  public func receive<Context>(on context: Context) -> AnyPublisher<Output, Failure> {
    through { $0.observe(on: scheduler(context)) }
  }

  /// Subscribes in a later job of the main actor.
  public func subscribe<Context>(on context: Context) -> AnyPublisher<Output, Failure> {
    through { $0.subscribe(on: scheduler(context)) }
  }

  /// Sends an element when no other has come for a time.
  public func debounce<Context>(
    for dueTime: Duration, scheduler context: Context
  ) -> AnyPublisher<Output, Failure> {
    through { $0.debounce(dueTime, scheduler: scheduler(context)) }
  }

  /// Sends an element at once and then none for a time; see `Reactive`'s `throttle`.
  public func throttle<Context>(
    for interval: Duration, scheduler context: Context, latest: Bool
  ) -> AnyPublisher<Output, Failure> {
    through { $0.throttle(interval, latest: latest, scheduler: scheduler(context)) }
  }

  /// Sends elements and the end later.
  public func delay<Context>(
    for interval: Duration, scheduler context: Context
  ) -> AnyPublisher<Output, Failure> {
    through { $0.delay(interval, scheduler: scheduler(context)) }
  }

  private func scheduler<Context>(_ context: Context) -> any SchedulerType {
    context as? any SchedulerType ?? MainScheduler.asyncInstance
  }
}
