extension ObservableType {
  /// The first elements; with the last of them it completes. Of none, the source is not even subscribed.
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

  /// The elements that come within a time.
  public func take(
    for duration: RxTimeInterval, scheduler: any SchedulerType
  ) -> Observable<Element> {
    take(until: Observable<Int>.timer(duration, scheduler: scheduler))
  }
}
