extension ObservableType {
  /// Retries after errors of one type; any other error ends the result.
  ///
  ///     load.retry(when: { (errors: Observable<Offline>) in
  ///       errors.delay(.seconds(1), scheduler: main)
  ///     })
  public func retry<Trigger: ObservableType, Failure: Error>(
    when notificationHandler: @escaping (Observable<Failure>) -> Trigger
  ) -> Observable<Element> {
    // The other errors bypass `retry` as elements.
    map { Result<Element, any Error>.success($0) }
      .catch { error in
        if error is Failure { throw error }
        return .just(.failure(error))
      }
      .retry(when: { (errors: Observable<any Error>) in
        notificationHandler(errors.compactMap { $0 as? Failure })
      })
      .map { try $0.get() }
  }
}

extension PrimitiveSequence {
  /// Retries after errors of one type; any other error ends the result.
  public func retry<Trigger: ObservableType, Failure: Error>(
    when notificationHandler: @escaping (Observable<Failure>) -> Trigger
  ) -> Self { through { $0.retry(when: notificationHandler) } }
}
