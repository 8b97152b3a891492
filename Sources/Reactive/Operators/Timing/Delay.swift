extension ObservableType {
  /// Sends elements and the completion later, with the same spacing. An error is not delayed: it drops what is waiting.
  ///
  ///     source     ─1──2──3─|
  ///     delay(20)  ───1──2──3─|
  public func delay(
    _ dueTime: RxTimeInterval, scheduler: any SchedulerType
  ) -> Observable<Element> { delay(dueTime, delaysErrors: false, scheduler: scheduler) }

  /// The same with a choice: Combine's delays an error too, with what is waiting before it.
  ///
  ///     source     ─1──2──3─#
  ///     delay(20)  ───1──2──3─#
  package func delay(
    _ dueTime: RxTimeInterval, delaysErrors: Bool, scheduler: any SchedulerType
  ) -> Observable<Element> {
    let source = asObservable()
    return .feeding { sink in
      let delayed = Delayed(dueTime, scheduler)
      let subscription = SingleAssignmentDisposable()
      subscription.setDisposable(
        source.attach(
          Receiver(
            sink,
            onStop: { stop in
              if case .error = stop, !delaysErrors { return sink.stop(stop) }
              delayed.add { sink.stop(stop) }
              subscription.dispose()
            },
            onNext: { element in delayed.add { sink.next(element) } })))
      return Disposables.create(subscription, delayed.timer)
    }
  }

  /// Subscribes the source later.
  ///
  ///     delaySubscription(20)   ▲ after 20
  public func delaySubscription(
    _ dueTime: RxTimeInterval, scheduler: any SchedulerType
  ) -> Observable<Element> {
    Observable<Int>.timer(dueTime, scheduler: scheduler).flatMap { _ in self }
  }
}

/// What waits to be sent, and the one timer for the first of it; the next is set when that has been sent.
private final class Delayed {
  let timer = SerialDisposable()
  private let dueTime: RxTimeInterval
  private let scheduler: any SchedulerType
  private var waiting = Queue<(due: RxTime, send: () -> Void)>()
  private var isTimerSet = false

  init(_ dueTime: RxTimeInterval, _ scheduler: any SchedulerType) {
    self.dueTime = dueTime
    self.scheduler = scheduler
  }

  func add(_ send: @escaping () -> Void) {
    waiting.append((scheduler.now + dueTime, send))
    if !isTimerSet { setTimer(after: dueTime) }
  }

  private func setTimer(after delay: RxTimeInterval) {
    isTimerSet = true
    timer.hold { scheduler.schedule(after: delay) { self.sendFirst() } }
  }

  private func sendFirst() {
    waiting.popFirst()?.send()
    isTimerSet = false
    if let next = waiting.first { setTimer(after: max(next.due - scheduler.now, .zero)) }
  }
}
