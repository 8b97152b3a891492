extension ObservableType {
  /// Subscribes the source again, inside its error, until it completes.
  ///
  ///     source   ─1──#         (each time)
  ///     retry()  ─1───1───1──
  public func retry() -> Observable<Element> {
    .catch(sequence: sequence(first: asObservable()) { $0 })
  }

  /// The same with a limit. The last error is sent.
  ///
  /// - Parameter maxAttemptCount: How often the source is subscribed at all, the first time included.
  public func retry(_ maxAttemptCount: Int) -> Observable<Element> {
    .catch(sequence: Swift.repeatElement(asObservable(), count: max(maxAttemptCount, 0)))
  }

  /// Subscribes the source again, after an error, when the sequence that the handler returns sends an element; it ends
  /// as that ends.
  ///
  ///     source        ─1──#              (each time)
  ///     trigger       ──────x──────|
  ///     retry(when:)  ─1──────1────|
  ///
  /// The trigger counts between an error and the next attempt alone: what it sends while the source runs means nothing,
  /// and if it has ended by then, that is the end at the next error. The source may fail, and the trigger answer, at
  /// once.
  ///
  /// - Parameter notificationHandler: Gets the errors as a sequence, each when the failed attempt has been disposed;
  ///   called once for each subscription.
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
        attempts.letGo()
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
