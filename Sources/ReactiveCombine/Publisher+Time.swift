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

  /// Sends an element when no other has come for a time. One that still waits at the end is lost.
  ///
  ///     source        ─1─2─3──────4─|
  ///     debounce(30)  ────────3─────|
  public func debounce<Context>(
    for dueTime: SchedulerInterval, scheduler context: Context
  ) -> AnyPublisher<Output, Failure> {
    through {
      $0.debounce(dueTime.duration, sendsLast: false, scheduler: scheduler(context))
    }
  }

  /// Sends an element at once, and then one in each interval, at its end. The end of the source waits for it.
  ///
  ///     source                       ─1─2─3─────4─5─|
  ///     throttle(40, latest: true)   ─1───3─────4───5|
  ///     throttle(40, latest: false)  ─1───2─────4───5|
  ///
  /// - Parameter latest: Whether it is the newest or the first of those that come in the interval.
  public func throttle<Context>(
    for interval: SchedulerInterval, scheduler context: Context, latest: Bool
  ) -> AnyPublisher<Output, Failure> {
    through {
      $0.throttle(
        interval.duration, keeping: latest ? .newest : .first, delaysErrors: true,
        scheduler: scheduler(context))
    }
  }

  /// Sends elements and the end later, also if that is a failure.
  ///
  ///     source     ─1──2──3─|
  ///     delay(20)  ───1──2──3─|
  public func delay<Context>(
    for interval: SchedulerInterval, tolerance: SchedulerInterval? = nil,
    scheduler context: Context
  ) -> AnyPublisher<Output, Failure> {
    through { $0.delay(interval.duration, delaysErrors: true, scheduler: scheduler(context)) }
  }

  /// Ends when nothing comes for a time: no first element, no next one, no end.
  ///
  ///     source       ─1──2────────3─
  ///     timeout(40)  ─1──2────|
  ///
  /// - Parameter customError: The failure to end with; without it, it finishes.
  public func timeout<Context>(
    _ interval: SchedulerInterval, scheduler context: Context,
    customError: (() -> Failure)? = nil
  ) -> AnyPublisher<Output, Failure> {
    let end = Observable<Output>.deferred { customError.map { .error($0()) } ?? .empty() }
    return through {
      $0.timeout(interval.duration, other: end, scheduler: scheduler(context))
    }
  }

  private func scheduler<Context>(_ context: Context) -> any SchedulerType {
    context as? any SchedulerType ?? MainScheduler.asyncInstance
  }
}
