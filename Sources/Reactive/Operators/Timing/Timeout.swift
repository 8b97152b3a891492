extension ObservableType {
  /// Fails with ``RxError/timeout`` if no event comes within the duration, which starts again after
  /// each element.
  ///
  ///     source       ─1──2────────3─
  ///     timeout(40)  ─1──2────#
  public func timeout(
    _ dueTime: RxTimeInterval, scheduler: any SchedulerType
  ) -> Observable<Element> {
    timeout(dueTime, other: Observable.error(RxError.timeout), scheduler: scheduler)
  }

  /// Switches to the other sequence if no event comes within the duration.
  public func timeout<Other: ObservableConvertibleType>(
    _ dueTime: RxTimeInterval, other: Other, scheduler: any SchedulerType
  ) -> Observable<Element> where Other.Element == Element {
    let source = asObservable()
    return .feeding { sink in
      let timer = SerialDisposable()
      let current = SerialDisposable()
      // The source is disposed after the other one has been subscribed; until then its events are
      // ignored.
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
