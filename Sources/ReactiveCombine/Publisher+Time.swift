import Reactive

// Any value can name a scheduler, such as `DispatchQueue.main`. A `SchedulerType` or `Scheduler`
// keeps its own time; every other value stands for the main scheduler, because everything runs on
// the main actor.
extension Publisher {
  /// Sends each event in a later job of the main actor, including the first.
  public func receive<Context>(on context: Context) -> AnyPublisher<Output, Failure> {
    through { $0.observe(on: scheduler(context)) }
  }

  /// Subscribes in a later job of the main actor.
  public func subscribe<Context>(on context: Context) -> AnyPublisher<Output, Failure> {
    through { $0.subscribe(on: scheduler(context)) }
  }

  /// Sends an element when no other has come for the time. An element that is pending at the end is
  /// lost.
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

  /// Sends an element at once, and then one at the end of each interval. The end of the source
  /// waits for it.
  ///
  ///     source                       ─1─2─3─────4─5─|
  ///     throttle(40, latest: true)   ─1───3─────4───5|
  ///     throttle(40, latest: false)  ─1───2─────4───5|
  ///
  /// - Parameter latest: Whether to send the newest or the first element of the interval.
  public func throttle<Context>(
    for interval: SchedulerInterval, scheduler context: Context, latest: Bool
  ) -> AnyPublisher<Output, Failure> {
    through {
      $0.throttle(
        interval.duration, keeping: latest ? .newest : .first, delaysErrors: true,
        scheduler: scheduler(context))
    }
  }

  /// Sends elements and the end, also a failure, later.
  ///
  ///     source     ─1──2──3─|
  ///     delay(20)  ───1──2──3─|
  public func delay<Context>(
    for interval: SchedulerInterval, tolerance: SchedulerInterval? = nil,
    scheduler context: Context
  ) -> AnyPublisher<Output, Failure> {
    through { $0.delay(interval.duration, delaysErrors: true, scheduler: scheduler(context)) }
  }

  /// Ends when no event comes for the time.
  ///
  ///     source       ─1──2────────3─
  ///     timeout(40)  ─1──2────|
  ///
  /// - Parameter customError: Makes the failure; without it, the publisher finishes.
  public func timeout<Context>(
    _ interval: SchedulerInterval, scheduler context: Context,
    customError: (() -> Failure)? = nil
  ) -> AnyPublisher<Output, Failure> {
    let end = Observable<Output>.deferred { customError.map { .error($0()) } ?? .empty() }
    return through {
      $0.timeout(interval.duration, other: end, scheduler: scheduler(context))
    }
  }
}

// These forms measure time in the units of a generic scheduler.
extension Publisher {
  /// ``debounce(for:scheduler:)`` with a span of the scheduler's time.
  public func debounce<Context: Scheduler>(
    for dueTime: Context.SchedulerTimeType.Stride, scheduler context: Context
  ) -> AnyPublisher<Output, Failure> {
    debounce(for: SchedulerInterval(dueTime.duration), scheduler: context as Any)
  }

  /// ``throttle(for:scheduler:latest:)`` with a span of the scheduler's time.
  public func throttle<Context: Scheduler>(
    for interval: Context.SchedulerTimeType.Stride, scheduler context: Context, latest: Bool
  ) -> AnyPublisher<Output, Failure> {
    throttle(
      for: SchedulerInterval(interval.duration), scheduler: context as Any, latest: latest)
  }

  /// `delay` with a span of the scheduler's time.
  public func delay<Context: Scheduler>(
    for interval: Context.SchedulerTimeType.Stride,
    tolerance: Context.SchedulerTimeType.Stride? = nil, scheduler context: Context
  ) -> AnyPublisher<Output, Failure> {
    delay(for: SchedulerInterval(interval.duration), scheduler: context as Any)
  }

  /// `timeout` with a span of the scheduler's time.
  public func timeout<Context: Scheduler>(
    _ interval: Context.SchedulerTimeType.Stride, scheduler context: Context,
    customError: (() -> Failure)? = nil
  ) -> AnyPublisher<Output, Failure> {
    timeout(
      SchedulerInterval(interval.duration), scheduler: context as Any, customError: customError)
  }
}

private func scheduler<Context>(_ context: Context) -> any SchedulerType {
  if let context = context as? any SchedulerType { return context }
  if let context = context as? any Scheduler { return core(of: context) }
  return MainScheduler.asyncInstance
}

private func core<Context: Scheduler>(of context: Context) -> any SchedulerType {
  ForeignScheduler(context)
}

/// Adapts a Combine-style scheduler to `SchedulerType`.
private final class ForeignScheduler<Context: Scheduler>: SchedulerType {
  private let context: Context
  private let beginning: Context.SchedulerTimeType

  init(_ context: Context) {
    self.context = context
    beginning = context.now
  }

  var now: RxTime { beginning.distance(to: context.now).duration }

  func schedule(_ work: @escaping () -> Void) -> any Disposable {
    let cancelled = BooleanDisposable()
    context.schedule { if !cancelled.isDisposed { work() } }
    return cancelled
  }

  func schedule(after delay: RxTimeInterval, _ work: @escaping () -> Void) -> any Disposable {
    let cancelled = BooleanDisposable()
    let (seconds, attoseconds) = delay.components
    // Clamps to 285 years, as more would overflow.
    let nanoseconds =
      Int(min(seconds, 9_000_000_000)) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
    context.schedule(after: context.now.advanced(by: .nanoseconds(nanoseconds))) {
      if !cancelled.isDisposed { work() }
    }
    return cancelled
  }
}
