extension ObservableType {
  /// Fails with ``RxError/timeout`` when nothing comes for a time: no first element, no next one, no end. The time
  /// begins again when an element has been sent.
  ///
  ///     source       ─1──2────────3─
  ///     timeout(40)  ─1──2────#
  public func timeout(
    _ dueTime: RxTimeInterval, scheduler: any SchedulerType
  ) -> Observable<Element> {
    timeout(dueTime, other: Observable.error(RxError.timeout), scheduler: scheduler)
  }

  /// Goes on with the other sequence when nothing comes for a time.
  public func timeout<Other: ObservableConvertibleType>(
    _ dueTime: RxTimeInterval, other: Other, scheduler: any SchedulerType
  ) -> Observable<Element> where Other.Element == Element {
    let source = asObservable()
    return .feeding { sink in
      let timer = SerialDisposable()
      let current = SerialDisposable()
      // The source is disposed when the other one has been subscribed, and ignored while it is.
      var isLate = false
      let restart = {
        timer.hold {
          scheduler.schedule(after: dueTime) {
            isLate = true
            current.disposable = other.attach(sink)
          }
        }
      }
      restart()
      current.hold {
        source.attach(
          sink.receiver(
            onStop: { stop in if !isLate { sink.stop(stop) } },
            onNext: { element in
              if isLate { return }
              timer.clear()
              sink.next(element)
              restart()
            }))
      }
      return Disposables.create(current, timer)
    }
  }
}
