// The creation functions of plain sequences. Their elements need no sharing: each subscriber gets
// all.
extension SharedSequence {
  /// See ``ObservableType/just(_:)``. A driver or signal is subscribed through the main scheduler:
  /// at once, or in a later job if that scheduler is busy.
  public static func just(_ element: Element) -> Self { subscribedByScheduler(.just(element)) }

  /// See ``ObservableType/empty()``; subscribed like ``just(_:)``.
  public static func empty() -> Self { subscribedByScheduler(.empty()) }

  private static func subscribedByScheduler(_ source: Observable<Element>) -> Self {
    let scheduler = SharingStrategy.creationScheduler
    if scheduler is CurrentThreadScheduler { return Self(given: source) }
    return Self(given: source.subscribe(on: scheduler))
  }

  /// See ``ObservableType/never()``.
  public static func never() -> Self { Self(given: .never()) }

  /// See ``ObservableType/of(_:scheduler:)``; through the main scheduler, like ``from(_:)``.
  public static func of(_ elements: Element...) -> Self { from(elements) }

  /// See ``ObservableType/from(_:scheduler:)``. A driver or signal sends through the main
  /// scheduler: the first element inside the subscription, each further one and the completion in a
  /// later job.
  public static func from<Elements: Sequence>(_ elements: Elements) -> Self
  where Elements.Element == Element {
    Self(given: .from(elements, scheduler: SharingStrategy.creationScheduler))
  }

  /// See ``ObservableType/from(optional:)``; through the main scheduler, like ``from(_:)``.
  public static func from(optional element: Element?) -> Self {
    Self(given: .from(optional: element, scheduler: SharingStrategy.creationScheduler))
  }

  /// See ``ObservableType/deferred(_:)``.
  public static func deferred(_ factory: @escaping () -> Self) -> Self {
    Self(sharing: .deferred { factory().asObservable() })
  }
}

extension SharedSequence where Element: FixedWidthInteger {
  /// See `Observable.interval`.
  public static func interval(_ period: RxTimeInterval) -> Self {
    Self(sharing: .interval(period, scheduler: SharingStrategy.scheduler))
  }

  /// See `Observable.timer`.
  public static func timer(_ dueTime: RxTimeInterval, period: RxTimeInterval? = nil) -> Self {
    Self(sharing: .timer(dueTime, period: period, scheduler: SharingStrategy.scheduler))
  }
}
