extension Observable where Element: FixedWidthInteger {
  /// Sends 0, 1, 2 and so on, one in each period, without end.
  ///
  ///     interval(30)   ───0──1──2──
  public static func interval(
    _ period: RxTimeInterval, scheduler: any SchedulerType
  ) -> Observable<Element> {
    timer(period, period: period, scheduler: scheduler)
  }

  /// Sends 0 at the due time and completes; with a period it continues with 1, 2 and so on without
  /// end.
  ///
  ///     timer(20)              ──0|
  ///     timer(20, period: 30)  ──0──1──2──
  public static func timer(
    _ dueTime: RxTimeInterval, period: RxTimeInterval? = nil, scheduler: any SchedulerType
  ) -> Observable<Element> {
    .feeding { sink in
      guard let period else {
        return scheduler.schedule(after: dueTime) {
          sink.next(0)
          sink.stop(.completed)
        }
      }
      var count = 0
      return scheduler.schedulePeriodic(after: dueTime, every: period) {
        defer { count += 1 }
        sink.next(Element(truncatingIfNeeded: count))
      }
    }
  }
}
