// The creation functions of plain sequences, shared.
extension SharedSequence {
  /// See ``ObservableType/just(_:)``.
  public static func just(_ element: Element) -> Self { Self(sharing: .just(element)) }

  /// See ``ObservableType/empty()``.
  public static func empty() -> Self { Self(sharing: .empty()) }

  /// See ``ObservableType/never()``.
  public static func never() -> Self { Self(sharing: .never()) }

  /// See ``ObservableType/of(_:scheduler:)``.
  public static func of(_ elements: Element...) -> Self { Self(sharing: .from(elements)) }

  /// See ``ObservableType/from(_:scheduler:)``.
  public static func from(_ elements: [Element]) -> Self { Self(sharing: .from(elements)) }

  /// See ``ObservableType/deferred(_:)``.
  public static func deferred(_ factory: @escaping () -> Self) -> Self {
    Self(sharing: .deferred { factory().asObservable() })
  }

  /// See ``ObservableType/merge(_:)``.
  public static func merge(_ sources: Self...) -> Self { merge(sources) }

  /// See ``ObservableType/merge(_:)``.
  public static func merge(_ sources: [Self]) -> Self {
    Self(sharing: .merge(sources.map { $0.asObservable() }))
  }

  /// See ``ObservableType/concat(_:)``.
  public static func concat(_ sources: Self...) -> Self {
    Self(sharing: .concat(sources.map { $0.asObservable() }))
  }

  /// See ``ObservableType/combineLatest(_:resultSelector:)``.
  public static func combineLatest<each Source>(
    _ sources: repeat SharedSequence<SharingStrategy, each Source>,
    resultSelector: @escaping (repeat each Source) -> Element
  ) -> Self {
    Self(sharing: .combineLatest(repeat each sources, resultSelector: resultSelector))
  }

  /// See ``ObservableType/zip(_:resultSelector:)``.
  public static func zip<each Source>(
    _ sources: repeat SharedSequence<SharingStrategy, each Source>,
    resultSelector: @escaping (repeat each Source) -> Element
  ) -> Self {
    Self(sharing: .zip(repeat each sources, resultSelector: resultSelector))
  }

  /// See ``ObservableType/combineLatest(_:)``.
  public static func combineLatest<Source>(
    _ sources: [SharedSequence<SharingStrategy, Source>]
  ) -> Self where Element == [Source] {
    Self(sharing: .combineLatest(sources) { $0 })
  }
}

extension SharedSequence where Element: FixedWidthInteger {
  /// See `Observable.interval`.
  public static func interval(_ period: RxTimeInterval) -> Self {
    Self(sharing: .interval(period, scheduler: MainScheduler()))
  }

  /// See `Observable.timer`.
  public static func timer(_ dueTime: RxTimeInterval, period: RxTimeInterval? = nil) -> Self {
    Self(sharing: .timer(dueTime, period: period, scheduler: MainScheduler()))
  }
}
