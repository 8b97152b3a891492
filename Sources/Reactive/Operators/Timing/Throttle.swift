extension ObservableType {
  /// Sends an element at once and then none for the duration. An element exactly at its end is
  /// sent.
  ///
  ///     source                       ─1─2─3─────4─5─|
  ///     throttle(40)                 ─1───3─────4───5|
  ///     throttle(40, latest: false)  ─1─────────4───|
  ///
  /// - Parameter latest: Whether the newest element that came too early is sent at the end of the
  ///   duration, which then starts again. A completion waits for that element; an error drops it.
  public func throttle(
    _ dueTime: RxTimeInterval, latest: Bool = true, scheduler: any SchedulerType
  ) -> Observable<Element> {
    throttle(
      dueTime, keeping: latest ? .newest : .none, delaysErrors: false, scheduler: scheduler)
  }

  /// `throttle` with more choices: Combine sends the first early element where RxSwift sends none,
  /// and its errors wait as completions do.
  ///
  ///     source                 ─1─2─3─────4─5─#
  ///     throttle(40, .first)   ─1───2─────4───5#
  package func throttle(
    _ dueTime: RxTimeInterval, keeping kept: KeptEarly, delaysErrors: Bool,
    scheduler: any SchedulerType
  ) -> Observable<Element> {
    let source = asObservable()
    return .feeding { sink in
      let timer = SerialDisposable()
      var lastSent: RxTime?
      var waiting: Stored<Element>?
      var end: Stop?
      let send = { (element: Element) in
        sink.next(element)
        lastSent = scheduler.now
      }
      let subscription = source.attach(
        sink.receiver(
          onStop: { stop in
            end = stop
            if waiting == nil { return sink.stop(stop) }
            if case .error = stop, !delaysErrors { sink.stop(stop) }
          },
          onNext: { element in
            let remaining = lastSent.map { $0 + dueTime - scheduler.now } ?? .zero
            if remaining <= .zero, kept != .first || waiting == nil {
              _ = waiting.take()
              send(element)
            } else if kept != .none {
              if let waiting {
                if kept == .newest { waiting.replace(with: element) }
                return
              }
              waiting = Stored(element)
              timer.hold {
                scheduler.schedule(after: remaining) {
                  if let stored = waiting.take() { send(stored.element) }
                  if let end { sink.stop(end) }
                }
              }
            }
          }))
      return Disposables.create(subscription, timer)
    }
  }
}

/// Which early element a throttle sends later.
package enum KeptEarly {
  case none, first, newest
}
