extension ObservableType {
  /// These elements, then completed. Each is sent by the scheduler, which by default is the trampoline of
  /// subscriptions: after the subscription under way has been made, before it returns.
  ///
  ///     of(a, b)  ab|
  public static func of(
    _ elements: Element...,
    scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
  ) -> Observable<Element> {
    from(elements, scheduler: scheduler)
  }

  /// The elements of a sequence, then completed: like ``of(_:scheduler:)``.
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

  /// The value if there is one, then completed, both inside `subscribe`.
  public static func from(optional element: Element?) -> Observable<Element> {
    element.map { just($0) } ?? empty()
  }

  /// The value if there is one, then completed: like ``of(_:scheduler:)``.
  public static func from(
    optional element: Element?, scheduler: any ImmediateSchedulerType
  ) -> Observable<Element> {
    from(CollectionOfOne(element).lazy.compactMap(\.self), scheduler: scheduler)
  }
}

extension Observable where Element: FixedWidthInteger {
  /// So many numbers that follow each other, then completed: like ``ObservableType/of(_:scheduler:)``.
  ///
  ///     range(start: 3, count: 3)   345|
  public static func range(
    start: Element, count: Element,
    scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
  ) -> Observable<Element> {
    from((0..<max(count, 0)).lazy.map { start + $0 }, scheduler: scheduler)
  }
}
