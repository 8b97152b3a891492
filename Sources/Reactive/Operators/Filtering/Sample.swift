extension ObservableType {
  /// Sends the newest element when the sampler sends one or completes, unless it was already sent.
  ///
  ///     source   ─1─2───3────|
  ///     sampler  ────x─x──x──
  ///     sample   ────2────3──|
  ///
  /// The completion of the source is forwarded at the sampler's next event. After the sampler's
  /// completion it sends no more elements, and a later completion of the source is not forwarded.
  /// An error of either sequence ends it at once.
  public func sample<Sampler: ObservableType>(
    _ sampler: Sampler, defaultValue: Element? = nil
  ) -> Observable<Element> {
    let source = asObservable()
    return .feeding { sink in
      var newest: Stored<Element>?
      var isAtEnd = false
      let send = {
        if let element = newest.take()?.element ?? defaultValue { sink.next(element) }
        if isAtEnd { sink.stop(.completed) }
      }
      let subscription = source.attach(
        sink.receiver(
          onStop: { stop in
            if case .completed = stop { isAtEnd = true } else { sink.stop(stop) }
          },
          onNext: { element in
            if let newest { newest.replace(with: element) } else { newest = Stored(element) }
          }))
      let samples = sampler.attach(
        sink.receiver(
          onStop: { stop in
            if case .completed = stop { send() } else { sink.stop(stop) }
          }, onNext: { (_: Sampler.Element) in send() }))
      return Disposables.create(subscription, samples)
    }
  }
}
