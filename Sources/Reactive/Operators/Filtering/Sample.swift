extension ObservableType {
  /// The newest element whenever the sampler sends one or completes, if there is one that has not been sent yet.
  ///
  ///     source   ─1─2───3────|
  ///     sampler  ────x─x──x──
  ///     sample   ────2────3──|
  ///
  /// The completion of the source is told with the sampler's next event. After the sampler's completion nothing is sent
  /// any more, and if the source completes after it, this never ends. An error of either ends it at once.
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
