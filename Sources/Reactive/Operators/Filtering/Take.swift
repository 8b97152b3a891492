extension ObservableType {
  /// Sends the first `count` elements and completes with the last of them. With a count of 0 the
  /// source is not subscribed.
  ///
  ///     source   ─1──2──3─|
  ///     take(2)  ─1──2|
  public func take(_ count: Int) -> Observable<Element> {
    if count <= 0 { return .empty() }
    return lift { sink in
      var remaining = count
      return { element in
        if remaining <= 0 { return }
        remaining -= 1
        let isLast = remaining == 0
        sink.next(element)
        if isLast { sink.stop(.completed) }
      }
    }
  }

  /// Sends the elements that come within the duration, then completes.
  public func take(
    for duration: RxTimeInterval, scheduler: any SchedulerType
  ) -> Observable<Element> {
    take(until: Observable<Int>.timer(duration, scheduler: scheduler))
  }
}
