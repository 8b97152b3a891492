extension ObservableType {
  /// One element, then completed, both inside `subscribe`.
  ///
  ///     just(a)   a|
  public static func just(_ element: Element) -> Observable<Element> {
    Producer(immediate: { receiver in
      receiver.next(element)
      receiver.stop(.completed)
    })
  }

  /// One element, then completed, sent by the scheduler.
  public static func just(
    _ element: Element, scheduler: any ImmediateSchedulerType
  ) -> Observable<Element> {
    from([element], scheduler: scheduler)
  }
}
