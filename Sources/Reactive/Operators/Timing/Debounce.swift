extension ObservableType {
  /// Sends an element when no other has come for the duration. The completion of the source sends
  /// the pending element at once; an error drops it.
  ///
  ///     source        ─1─2─3──────4─|
  ///     debounce(30)  ────────3─────4|
  public func debounce(
    _ dueTime: RxTimeInterval, scheduler: any SchedulerType
  ) -> Observable<Element> { debounce(dueTime, sendsLast: true, scheduler: scheduler) }

  /// `debounce` with a choice: Combine drops the pending element when the source completes.
  ///
  ///     source        ─1─2─3──────4─|
  ///     debounce(30)  ────────3─────|
  package func debounce(
    _ dueTime: RxTimeInterval, sendsLast: Bool, scheduler: any SchedulerType
  ) -> Observable<Element> {
    let source = asObservable()
    return .feeding { sink in
      let timer = SerialDisposable()
      var waiting: Stored<Element>?
      let send = {
        if let stored = waiting.take() { sink.next(stored.element) }
      }
      let subscription = source.attach(
        sink.receiver(
          onStop: { stop in
            if case .completed = stop, sendsLast { send() }
            sink.stop(stop)
          },
          onNext: { element in
            if let waiting { waiting.replace(with: element) } else { waiting = Stored(element) }
            timer.hold { scheduler.schedule(after: dueTime, send) }
          }))
      return Disposables.create(subscription, timer)
    }
  }
}
