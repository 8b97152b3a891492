extension ObservableType {
  /// Sends the elements, then completes. The scheduler sends each element; the default is the
  /// trampoline: after the running subscription call, before it returns.
  ///
  ///     of(a, b)  ab|
  public static func of(
    _ elements: Element...,
    scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
  ) -> Observable<Element> {
    from(elements, scheduler: scheduler)
  }

  /// Sends the elements of a sequence, then completes, scheduled like ``of(_:scheduler:)``.
  public static func from<Elements: Sequence>(
    _ elements: Elements,
    scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
  ) -> Observable<Element> where Elements.Element == Element {
    .feeding { sink in
      var iterator = elements.makeIterator()
      return scheduler.scheduleRepeatedly {
        if let element = iterator.next() {
          sink.next(element)
          return !sink.isDisposed
        }
        sink.stop(.completed)
        return false
      }
    }
  }

  /// Sends the value unless it is nil, then completes, both inside `subscribe`.
  public static func from(optional element: Element?) -> Observable<Element> {
    element.map { just($0) } ?? empty()
  }

  /// Sends the value unless it is nil, then completes, scheduled like ``of(_:scheduler:)``.
  public static func from(
    optional element: Element?, scheduler: any ImmediateSchedulerType
  ) -> Observable<Element> {
    from(CollectionOfOne(element).lazy.compactMap(\.self), scheduler: scheduler)
  }
}

extension Observable where Element: FixedWidthInteger {
  /// Sends `count` consecutive numbers, then completes, scheduled like
  /// ``ObservableType/of(_:scheduler:)``.
  ///
  ///     range(start: 3, count: 3)   345|
  public static func range(
    start: Element, count: Element,
    scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
  ) -> Observable<Element> {
    from((0..<max(count, 0)).lazy.map { start + $0 }, scheduler: scheduler)
  }
}
