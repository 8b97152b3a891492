extension ObservableType {
  /// Omits the elements that come within the duration.
  ///
  ///     source    ─1──2──3──4─|
  ///     skip(50)  ───────3──4─|
  public func skip(
    _ duration: RxTimeInterval, scheduler: any SchedulerType
  ) -> Observable<Element> {
    let source = asObservable()
    return .feeding { sink in
      var isOpen = false
      let timer = scheduler.schedule(after: duration) { isOpen = true }
      return Disposables.create(
        source.attach(sink.receiver { element in if isOpen { sink.next(element) } }), timer)
    }
  }
}
