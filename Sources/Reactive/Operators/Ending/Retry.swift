extension ObservableType {
  /// Subscribes the source again after each error, inside that error, until it completes.
  ///
  ///     source   ─1──#         (each time)
  ///     retry()  ─1───1───1──
  public func retry() -> Observable<Element> {
    .catch(sequence: sequence(first: asObservable()) { $0 })
  }

  /// Subscribes the source again after an error, with a limit. The last error is forwarded.
  ///
  /// - Parameter maxAttemptCount: The maximum number of subscriptions, the first one included.
  public func retry(_ maxAttemptCount: Int) -> Observable<Element> {
    .catch(sequence: Swift.repeatElement(asObservable(), count: max(maxAttemptCount, 0)))
  }

  /// After an error, subscribes the source again when the handler's sequence sends an element. The
  /// result ends as that sequence ends.
  ///
  ///     source        ─1──#              (each time)
  ///     trigger       ──────x──────|
  ///     retry(when:)  ─1──────1────|
  ///
  /// The trigger's elements count only between an error and the next attempt; those sent while the
  /// source runs are ignored. If the trigger has ended while the source runs, the result ends at
  /// the next error. The source may fail, and the trigger may send, at once.
  ///
  /// - Parameter notificationHandler: Called once for each subscription with the errors, each of
  ///   which is sent after the failed attempt has been disposed.
  public func retry<Trigger: ObservableType>(
    when notificationHandler: @escaping (Observable<any Error>) -> Trigger
  ) -> Observable<Element> {
    let source = asObservable()
    return .feeding { sink in
      let errors = PublishSubject<any Error>()
      var isWaiting = false
      var triggerEnd: Stop?
      let attempts = Attempts(sink) {
        source
      } onStop: { attempts, stop in
        guard case .error(let error) = stop else { return sink.stop(stop) }
        attempts.disposeCurrent()
        if let triggerEnd { return sink.stop(triggerEnd) }
        isWaiting = true
        errors.onNext(error)
      }
      let triggers = notificationHandler(errors).attach(
        sink.receiver(
          onStop: { stop in
            triggerEnd = stop
            if isWaiting { sink.stop(stop) }
          },
          onNext: { (_: Trigger.Element) in
            if !isWaiting { return }
            isWaiting = false
            attempts.run()
          }))
      attempts.run()
      return Disposables.create(triggers, attempts)
    }
  }
}
