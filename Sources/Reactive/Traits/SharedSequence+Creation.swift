// The creation functions of plain sequences, shared.
extension SharedSequence {
  /// See ``ObservableType/just(_:)``.
  public static func just(_ element: Element) -> Self { Self(sharing: .just(element)) }

  /// See ``ObservableType/empty()``.
  public static func empty() -> Self { Self(sharing: .empty()) }

  /// See ``ObservableType/never()``.
  public static func never() -> Self { Self(sharing: .never()) }

  /// See ``ObservableType/of(_:scheduler:)``; through the main scheduler, like ``from(_:)``.
  public static func of(_ elements: Element...) -> Self { from(elements) }

  /// See ``ObservableType/from(_:scheduler:)``. The elements of a driver or signal come through the main scheduler: the
  /// first one inside the subscription, each of the others, and the completion, in a later job.
  public static func from<Elements: Sequence>(_ elements: Elements) -> Self
  where Elements.Element == Element {
    Self(sharing: .from(elements, scheduler: SharingStrategy.creationScheduler))
  }

  /// See ``ObservableType/from(optional:)``.
  public static func from(optional element: Element?) -> Self {
    Self(sharing: .from(optional: element))
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
