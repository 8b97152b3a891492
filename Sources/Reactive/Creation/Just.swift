extension ObservableType {
  /// One element, then completed, both inside `subscribe`.
  ///
  ///     just(a)   a|
  public static func just(_ element: Element) -> Observable<Element> {
    Producer(isTrampolined: false) { receiver in
      receiver.next(element)
      receiver.stop(.completed)
      return Disposables.create()
    }
  }

  /// One element, then completed, sent by the scheduler.
  public static func just(
    _ element: Element, scheduler: any ImmediateSchedulerType
  ) -> Observable<Element> {
    from([element], scheduler: scheduler)
  }
}
