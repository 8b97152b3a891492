extension ObservableType {
  /// Sends one element, then completes, both inside `subscribe`.
  ///
  ///     just(a)   a|
  public static func just(_ element: Element) -> Observable<Element> {
    Producer(isTrampolined: false) { receiver in
      receiver.next(element)
      receiver.stop(.completed)
      return Disposables.create()
    }
  }

  /// Sends one element through the scheduler, then completes.
  public static func just(
    _ element: Element, scheduler: any ImmediateSchedulerType
  ) -> Observable<Element> {
    from([element], scheduler: scheduler)
  }
}
