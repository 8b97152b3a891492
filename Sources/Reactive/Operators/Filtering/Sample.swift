extension ObservableType {
  /// The newest element whenever the sampler sends one, if there is one that has not been sent yet. When the sampler
  /// completes, what is left is sent.
  ///
  ///     source   ─1─2───3────|
  ///     sampler  ────x─x──x──
  ///     sample   ────2────3──|
  ///
  /// The end of the source is told with the sampler's next event.
  public func sample<Sampler: ObservableType>(
    _ sampler: Sampler, defaultValue: Element? = nil
  ) -> Observable<Element> {
    let source = asObservable()
    return .feeding { sink in
      var newest: Element?
      var isAtEnd = false
      let send = {
        if let element = newest ?? defaultValue {
          newest = nil
          sink.next(element)
        }
        if isAtEnd { sink.stop(.completed) }
      }
      let subscription = source.attach(
        Receiver(
          sink,
          onStop: { stop in
            if case .completed = stop { isAtEnd = true } else { sink.stop(stop) }
          }, onNext: { newest = $0 }))
      let samples = sampler.attach(
        Receiver<Sampler.Element>(
          sink,
          onStop: { stop in
            if case .completed = stop { send() }
            sink.stop(stop)
          }, onNext: { _ in send() }))
      return Disposables.create(subscription, samples)
    }
  }
}
