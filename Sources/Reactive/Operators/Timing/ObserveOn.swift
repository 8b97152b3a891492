extension ObservableType {
  /// Sends each event through the scheduler, in order: each is put there when it comes, and so keeps its place among
  /// other work.
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

  /// Subscribes the source through the scheduler. It is disposed at once, in whatever way it was subscribed.
  public func subscribe(on scheduler: any ImmediateSchedulerType) -> Observable<Element> {
    let source = asObservable()
    return .feeding { sink in
      let subscription = SingleAssignmentDisposable()
      // The scheduler may run this now, before it gives back what disposes it.
      let work = scheduler.schedule {
        if subscription.isDisposed { return }
        subscription.setDisposable(source.attach(sink))
      }
      return Disposables.create(work, subscription)
    }
  }
}
