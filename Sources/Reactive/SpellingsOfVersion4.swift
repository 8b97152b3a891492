// RxSwift 4's forms, with durations as numbers of seconds.

extension ObservableType {
  /// Former form; use a duration, such as `.milliseconds(300)`.
  @available(*, deprecated, message: "write a duration, such as .milliseconds(300)")
  public func throttle(
    _ seconds: Double, latest: Bool = true, scheduler: any SchedulerType
  ) -> Observable<Element> { throttle(.seconds(seconds), latest: latest, scheduler: scheduler) }

  /// Former form; use a duration, such as `.milliseconds(300)`.
  @available(*, deprecated, message: "write a duration, such as .milliseconds(300)")
  public func debounce(_ seconds: Double, scheduler: any SchedulerType) -> Observable<Element> {
    debounce(.seconds(seconds), scheduler: scheduler)
  }

  /// Former form; use a duration, such as `.milliseconds(300)`.
  @available(*, deprecated, message: "write a duration, such as .milliseconds(300)")
  public func delay(_ seconds: Double, scheduler: any SchedulerType) -> Observable<Element> {
    delay(.seconds(seconds), scheduler: scheduler)
  }

  /// Former form; use a duration, such as `.milliseconds(300)`.
  @available(*, deprecated, message: "write a duration, such as .milliseconds(300)")
  public func delaySubscription(
    _ seconds: Double, scheduler: any SchedulerType
  ) -> Observable<Element> { delaySubscription(.seconds(seconds), scheduler: scheduler) }

  /// Former form; use a duration, such as `.milliseconds(300)`.
  @available(*, deprecated, message: "write a duration, such as .seconds(30)")
  public func timeout(_ seconds: Double, scheduler: any SchedulerType) -> Observable<Element> {
    timeout(.seconds(seconds), scheduler: scheduler)
  }

  /// Former form; use a duration, such as `.milliseconds(300)`.
  @available(*, deprecated, message: "write a duration, such as .seconds(1)")
  public func buffer(
    timeSpan: Double, count: Int, scheduler: any SchedulerType
  ) -> Observable<[Element]> {
    buffer(timeSpan: .seconds(timeSpan), count: count, scheduler: scheduler)
  }
}

extension Observable where Element: FixedWidthInteger {
  /// Former form; use a duration, such as `.milliseconds(300)`.
  @available(*, deprecated, message: "write a duration, such as .seconds(1)")
  public static func interval(
    _ seconds: Double, scheduler: any SchedulerType
  ) -> Observable<Element> { Observable.interval(.seconds(seconds), scheduler: scheduler) }

  /// Former form; use durations, such as `.seconds(1)`.
  @available(*, deprecated, message: "write durations, such as .seconds(1)")
  public static func timer(
    _ seconds: Double, period: Double? = nil, scheduler: any SchedulerType
  ) -> Observable<Element> {
    Observable.timer(
      .seconds(seconds), period: period.map { .seconds($0) }, scheduler: scheduler)
  }
}

extension PrimitiveSequence {
  /// Former form; use a duration, such as `.milliseconds(300)`.
  @available(*, deprecated, message: "write a duration, such as .milliseconds(300)")
  public func delay(_ seconds: Double, scheduler: any SchedulerType) -> Self {
    delay(.seconds(seconds), scheduler: scheduler)
  }

  /// Former form; use a duration, such as `.milliseconds(300)`.
  @available(*, deprecated, message: "write a duration, such as .seconds(30)")
  public func timeout(_ seconds: Double, scheduler: any SchedulerType) -> Self {
    timeout(.seconds(seconds), scheduler: scheduler)
  }
}

extension SharedSequenceConvertibleType {
  /// Former form; use a duration, such as `.milliseconds(300)`.
  @available(*, deprecated, message: "write a duration, such as .milliseconds(300)")
  public func throttle(
    _ seconds: Double, latest: Bool = true
  ) -> SharedSequence<SharingStrategy, Element> { throttle(.seconds(seconds), latest: latest) }

  /// Former form; use a duration, such as `.milliseconds(300)`.
  @available(*, deprecated, message: "write a duration, such as .milliseconds(300)")
  public func debounce(_ seconds: Double) -> SharedSequence<SharingStrategy, Element> {
    debounce(.seconds(seconds))
  }

  /// Former form; use a duration, such as `.milliseconds(300)`.
  @available(*, deprecated, message: "write a duration, such as .milliseconds(300)")
  public func delay(_ seconds: Double) -> SharedSequence<SharingStrategy, Element> {
    delay(.seconds(seconds))
  }
}

extension SharedSequence where Element: FixedWidthInteger {
  /// Former form; use a duration, such as `.milliseconds(300)`.
  @available(*, deprecated, message: "write a duration, such as .seconds(1)")
  public static func interval(_ seconds: Double) -> Self { interval(.seconds(seconds)) }

  /// Former form; use durations, such as `.seconds(1)`.
  @available(*, deprecated, message: "write durations, such as .seconds(1)")
  public static func timer(_ seconds: Double, period: Double? = nil) -> Self {
    timer(.seconds(seconds), period: period.map { .seconds($0) })
  }
}
