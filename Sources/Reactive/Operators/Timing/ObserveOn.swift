extension ObservableType {
  /// Sends each event through the scheduler, in order. Each event is scheduled when it comes, and
  /// so keeps its position among other work.
  ///
  ///     source                  ─1──2─|
  ///     observe(on: scheduler)  ─1──2─|     (when the scheduler runs it)
  public func observe(on scheduler: any ImmediateSchedulerType) -> Observable<Element> {
    let source = asObservable()
    return .feeding { sink in
      source.attach(
        sink.receiver(
          onStop: { stop in _ = scheduler.schedule { sink.stop(stop) } },
          onNext: { element in _ = scheduler.schedule { sink.next(element) } }))
    }
  }

  /// Subscribes the source through the scheduler. Disposal is immediate and does not use the
  /// scheduler.
  public func subscribe(on scheduler: any ImmediateSchedulerType) -> Observable<Element> {
    let source = asObservable()
    return .feeding { sink in
      let subscription = SingleAssignmentDisposable()
      // The scheduler may run this before `schedule` returns.
      let work = scheduler.schedule {
        if subscription.isDisposed { return }
        subscription.setDisposable(source.attach(sink))
      }
      return Disposables.create(work, subscription)
    }
  }
}
