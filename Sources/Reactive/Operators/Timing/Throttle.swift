extension ObservableType {
  /// Sends an element at once, and then none for a time. At exactly that time the next one passes.
  ///
  ///     source                       ─1─2─3─────4─5─|
  ///     throttle(40)                 ─1───3─────4───5|
  ///     throttle(40, latest: false)  ─1─────────4───|
  ///
  /// - Parameter latest: Whether the newest of the elements that come too early is sent when the time is over, which
  ///   begins it again. A completion waits for that element; an error drops it.
  public func throttle(
    _ dueTime: RxTimeInterval, latest: Bool = true, scheduler: any SchedulerType
  ) -> Observable<Element> {
    let source = asObservable()
    return .feeding { sink in
      let timer = SerialDisposable()
      var lastSent: RxTime?
      var waiting: Element?
      var isAtEnd = false
      let send = { (element: Element) in
        sink.next(element)
        lastSent = scheduler.now
        if isAtEnd { sink.stop(.completed) }
      }
      let subscription = source.attach(
        Receiver(
          sink,
          onStop: { stop in
            isAtEnd = true
            if case .completed = stop, waiting != nil { return }
            sink.stop(stop)
          },
          onNext: { element in
            let remaining = lastSent.map { $0 + dueTime - scheduler.now } ?? .zero
            if remaining <= .zero {
              waiting = nil
              send(element)
            } else if latest {
              let isTimerSet = waiting != nil
              waiting = element
              if isTimerSet { return }
              timer.disposable = scheduler.schedule(after: remaining) {
                if let element = waiting.take() { send(element) }
              }
            }
          }))
      return Disposables.create(subscription, timer)
    }
  }
}
