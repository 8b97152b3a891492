extension ObservableType {
  /// Sends elements and the completion later, with the same spacing. An error is not delayed and
  /// drops the pending events.
  ///
  ///     source     ─1──2──3─|
  ///     delay(20)  ───1──2──3─|
  public func delay(
    _ dueTime: RxTimeInterval, scheduler: any SchedulerType
  ) -> Observable<Element> { delay(dueTime, delaysErrors: false, scheduler: scheduler) }

  /// `delay` with a choice: Combine delays an error too, after the pending elements.
  ///
  ///     source     ─1──2──3─#
  ///     delay(20)  ───1──2──3─#
  package func delay(
    _ dueTime: RxTimeInterval, delaysErrors: Bool, scheduler: any SchedulerType
  ) -> Observable<Element> {
    let source = asObservable()
    return .feeding { sink in
      let timers = CompositeDisposable()
      var waiting = Queue<() -> Void>()
      // Each timer sends the oldest event, so the order does not depend on the timers.
      let later = { (send: @escaping () -> Void) in
        waiting.append(send)
        var key: CompositeDisposable.DisposeKey?
        let timer = scheduler.schedule(after: dueTime) {
          if let key { timers.remove(for: key) }
          waiting.popFirst()?()
        }
        key = timers.insert(timer)
      }
      let subscription = SingleAssignmentDisposable()
      subscription.setDisposable(
        source.attach(
          sink.receiver(
            onStop: { stop in
              if case .error = stop, !delaysErrors { return sink.stop(stop) }
              later { sink.stop(stop) }
              subscription.dispose()
            },
            onNext: { element in later { sink.next(element) } })))
      return Disposables.create(subscription, timers)
    }
  }

  /// Subscribes the source later.
  ///
  ///     delaySubscription(20)   ▲ after 20
  public func delaySubscription(
    _ dueTime: RxTimeInterval, scheduler: any SchedulerType
  ) -> Observable<Element> {
    let source = asObservable()
    return .feeding { sink in
      let subscription = SingleAssignmentDisposable()
      let timer = scheduler.schedule(after: dueTime) {
        subscription.setDisposable(source.attach(sink))
      }
      return Disposables.create(timer, subscription)
    }
  }
}
