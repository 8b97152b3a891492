extension ObservableType {
  /// Calls closures as events pass. An error that one of them throws ends the sequence.
  ///
  /// - Parameters:
  ///   - onNext: Called before the element is forwarded; `afterNext` after it. The other pairs work
  ///     likewise for stop events.
  ///   - onSubscribe: Called before the source is subscribed; `onSubscribed` after it.
  ///   - onDispose: Called once, after the source has been disposed, because of a stop event or a
  ///     disposal.
  public func `do`(
    onNext: ((Element) throws -> Void)? = nil,
    afterNext: ((Element) throws -> Void)? = nil,
    onError: ((any Error) throws -> Void)? = nil,
    afterError: ((any Error) throws -> Void)? = nil,
    onCompleted: (() throws -> Void)? = nil,
    afterCompleted: (() throws -> Void)? = nil,
    onSubscribe: (() -> Void)? = nil,
    onSubscribed: (() -> Void)? = nil,
    onDispose: (() -> Void)? = nil
  ) -> Observable<Element> {
    let source = asObservable()
    return .feeding { sink in
      onSubscribe?()
      let subscription = source.attach(
        sink.receiver(
          onStop: { stop in
            do {
              switch stop {
              case .error(let error):
                try onError?(error)
                sink.stop(stop)
                try afterError?(error)
              case .completed:
                try onCompleted?()
                sink.stop(stop)
                try afterCompleted?()
              }
            } catch {
              sink.stop(.error(error))
            }
          },
          onNext: { element in
            try onNext?(element)
            sink.next(element)
            try afterNext?(element)
          }))
      onSubscribed?()
      guard let onDispose else { return subscription }
      return Disposables.create(subscription, Disposables.create(with: onDispose))
    }
  }
}
