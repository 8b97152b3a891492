extension ObservableType {
  /// Continues with another sequence after an error. An error of that sequence is not caught.
  ///
  ///     source           ─1──2──#
  ///     handler's                ─7─|
  ///     catch { … }      ─1──2───7─|
  public func `catch`(
    _ handler: @escaping (any Error) throws -> Observable<Element>
  ) -> Observable<Element> {
    let source = asObservable()
    return .feeding { sink in
      sink.feed(from: source, onNext: sink.next) { stop in
        if case .error(let error) = stop { try handler(error) } else { nil }
      }
    }
  }

  /// Sends the element in place of an error, and completes.
  ///
  ///     source             ─1──2──#
  ///     catchAndReturn(7)  ─1──2──7|
  public func catchAndReturn(_ element: Element) -> Observable<Element> {
    self.catch { _ in .just(element) }
  }

  /// Subscribes the sequences one after the other, each when the previous one has failed, until one
  /// completes.
  public static func `catch`<Sources: Sequence>(sequence: Sources) -> Observable<Element>
  where Sources.Element == Observable<Element> {
    .feeding { sink in
      var remaining = sequence.makeIterator()
      var lastError: (any Error)?
      let attempts = Attempts(sink) {
        remaining.next()
      } onStop: { attempts, stop in
        guard case .error(let error) = stop else { return sink.stop(stop) }
        lastError = error
        attempts.run()
      } onExhausted: {
        sink.stop(lastError.map { .error($0) } ?? .completed)
      }
      attempts.run()
      return attempts
    }
  }
}
