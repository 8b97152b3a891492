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

  /// Subscribes the source again when the sequence that the handler returns sends an element; it ends as that ends.
  ///
  ///     source        ─1──#              (each time)
  ///     trigger       ──────x──────|
  ///     retry(when:)  ─1──────1────|
  ///
  /// - Parameter notificationHandler: Gets the errors as a sequence; called once for each subscription.
  public func retry<Trigger: ObservableType>(
    when notificationHandler: @escaping (Observable<any Error>) -> Trigger
  ) -> Observable<Element> {
    let source = asObservable()
    return .feeding { sink in
      let errors = PublishSubject<any Error>()
      let attempts = Attempts(sink)
      let attempt = {
        var isOver = false
        attempts.run {
          source
        } onStop: { stop in
          if isOver { return false }
          isOver = true
          if case .error(let error) = stop { errors.onNext(error) } else { sink.stop(stop) }
          return false
        } onExhausted: {
        }
      }
      let triggers = notificationHandler(errors).attach(
        Receiver<Trigger.Element>(sink, onNext: { _ in attempt() }))
      attempt()
      return Disposables.create(triggers, attempts)
    }
  }
}
