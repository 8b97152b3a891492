// A span of time that an app keeps in a `DispatchTimeInterval`. `.milliseconds(300)` alone is a `Duration`.

public import Foundation

extension Duration {
  /// The same span of time; `.never` is a hundred years.
  nonisolated public init(_ interval: DispatchTimeInterval) {
    self =
      switch interval {
      case .seconds(let number): .seconds(number)
      case .milliseconds(let number): .milliseconds(number)
      case .microseconds(let number): .microseconds(number)
      case .nanoseconds(let number): .nanoseconds(number)
      case .never: .never
      @unknown default: .never
      }
  }
}

extension ObservableType {
  /// The same with a span of time of Dispatch.
  @_disfavoredOverload
  public func throttle(
    _ dueTime: DispatchTimeInterval, latest: Bool = true, scheduler: any SchedulerType
  ) -> Observable<Element> { throttle(Duration(dueTime), latest: latest, scheduler: scheduler) }

  /// The same with a span of time of Dispatch.
  @_disfavoredOverload
  public func debounce(
    _ dueTime: DispatchTimeInterval, scheduler: any SchedulerType
  ) -> Observable<Element> { debounce(Duration(dueTime), scheduler: scheduler) }

  /// The same with a span of time of Dispatch.
  @_disfavoredOverload
  public func delay(
    _ dueTime: DispatchTimeInterval, scheduler: any SchedulerType
  ) -> Observable<Element> { delay(Duration(dueTime), scheduler: scheduler) }

  /// The same with a span of time of Dispatch.
  @_disfavoredOverload
  public func timeout(
    _ dueTime: DispatchTimeInterval, scheduler: any SchedulerType
  ) -> Observable<Element> { timeout(Duration(dueTime), scheduler: scheduler) }
}

extension Observable where Element: FixedWidthInteger {
  /// The same with a span of time of Dispatch.
  @_disfavoredOverload
  public static func interval(
    _ period: DispatchTimeInterval, scheduler: any SchedulerType
  ) -> Observable<Element> { interval(Duration(period), scheduler: scheduler) }

  /// The same with spans of time of Dispatch.
  @_disfavoredOverload
  public static func timer(
    _ dueTime: DispatchTimeInterval, period: DispatchTimeInterval? = nil,
    scheduler: any SchedulerType
  ) -> Observable<Element> {
    timer(Duration(dueTime), period: period.map { Duration($0) }, scheduler: scheduler)
  }
}

extension PrimitiveSequence {
  /// The same with a span of time of Dispatch.
  @_disfavoredOverload
  public func delay(_ dueTime: DispatchTimeInterval, scheduler: any SchedulerType) -> Self {
    delay(Duration(dueTime), scheduler: scheduler)
  }

  /// The same with a span of time of Dispatch.
  @_disfavoredOverload
  public func timeout(_ dueTime: DispatchTimeInterval, scheduler: any SchedulerType) -> Self {
    timeout(Duration(dueTime), scheduler: scheduler)
  }
}

extension SharedSequenceConvertibleType {
  /// The same with a span of time of Dispatch.
  @_disfavoredOverload
  public func throttle(
    _ dueTime: DispatchTimeInterval, latest: Bool = true
  ) -> SharedSequence<SharingStrategy, Element> { throttle(Duration(dueTime), latest: latest) }

  /// The same with a span of time of Dispatch.
  @_disfavoredOverload
  public func debounce(
    _ dueTime: DispatchTimeInterval
  ) -> SharedSequence<SharingStrategy, Element> { debounce(Duration(dueTime)) }

  /// The same with a span of time of Dispatch.
  @_disfavoredOverload
  public func delay(
    _ dueTime: DispatchTimeInterval
  ) -> SharedSequence<SharingStrategy, Element> { delay(Duration(dueTime)) }
}
