// Overloads for apps that keep times in a `DispatchTimeInterval`. A literal such as
// `.milliseconds(300)` is a `Duration`.

public import Foundation

extension Duration {
  /// Converts an interval; `.never` becomes a hundred years.
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
  /// Throttles the elements by an interval of Dispatch.
  @_disfavoredOverload
  public func throttle(
    _ dueTime: DispatchTimeInterval, latest: Bool = true, scheduler: any SchedulerType
  ) -> Observable<Element> { throttle(Duration(dueTime), latest: latest, scheduler: scheduler) }

  /// Debounces the elements by an interval of Dispatch.
  @_disfavoredOverload
  public func debounce(
    _ dueTime: DispatchTimeInterval, scheduler: any SchedulerType
  ) -> Observable<Element> { debounce(Duration(dueTime), scheduler: scheduler) }

  /// Delays the elements by an interval of Dispatch.
  @_disfavoredOverload
  public func delay(
    _ dueTime: DispatchTimeInterval, scheduler: any SchedulerType
  ) -> Observable<Element> { delay(Duration(dueTime), scheduler: scheduler) }

  /// Fails after an interval of Dispatch without an element.
  @_disfavoredOverload
  public func timeout(
    _ dueTime: DispatchTimeInterval, scheduler: any SchedulerType
  ) -> Observable<Element> { timeout(Duration(dueTime), scheduler: scheduler) }
}

extension Observable where Element: FixedWidthInteger {
  /// Counts up from 0, after each interval of Dispatch.
  @_disfavoredOverload
  public static func interval(
    _ period: DispatchTimeInterval, scheduler: any SchedulerType
  ) -> Observable<Element> { interval(Duration(period), scheduler: scheduler) }

  /// Emits 0 after an interval of Dispatch, and counts up after each period; without one,
  /// completes.
  @_disfavoredOverload
  public static func timer(
    _ dueTime: DispatchTimeInterval, period: DispatchTimeInterval? = nil,
    scheduler: any SchedulerType
  ) -> Observable<Element> {
    timer(Duration(dueTime), period: period.map { Duration($0) }, scheduler: scheduler)
  }
}

extension PrimitiveSequence {
  /// Delays the event by an interval of Dispatch.
  @_disfavoredOverload
  public func delay(_ dueTime: DispatchTimeInterval, scheduler: any SchedulerType) -> Self {
    delay(Duration(dueTime), scheduler: scheduler)
  }

  /// Fails after an interval of Dispatch without an event.
  @_disfavoredOverload
  public func timeout(_ dueTime: DispatchTimeInterval, scheduler: any SchedulerType) -> Self {
    timeout(Duration(dueTime), scheduler: scheduler)
  }
}

extension SharedSequenceConvertibleType {
  /// Throttles the elements by an interval of Dispatch.
  @_disfavoredOverload
  public func throttle(
    _ dueTime: DispatchTimeInterval, latest: Bool = true
  ) -> SharedSequence<SharingStrategy, Element> { throttle(Duration(dueTime), latest: latest) }

  /// Debounces the elements by an interval of Dispatch.
  @_disfavoredOverload
  public func debounce(
    _ dueTime: DispatchTimeInterval
  ) -> SharedSequence<SharingStrategy, Element> { debounce(Duration(dueTime)) }

  /// Delays the elements by an interval of Dispatch.
  @_disfavoredOverload
  public func delay(
    _ dueTime: DispatchTimeInterval
  ) -> SharedSequence<SharingStrategy, Element> { delay(Duration(dueTime)) }
}
