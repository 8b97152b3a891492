extension ObservableType {
  /// Combines all elements and sends the result when the source completes.
  ///
  ///     source       ─1──2──3─|
  ///     reduce(0, +) ─────────6|
  public func reduce<Result>(
    _ seed: Result, accumulator: @escaping (Result, Element) throws -> Result
  ) -> Observable<Result> {
    reduce(into: seed) { result, element in result = try accumulator(result, element) }
  }

  /// Combines all elements and sends the transformed result when the source completes.
  public func reduce<Accumulated, Result>(
    _ seed: Accumulated, accumulator: @escaping (Accumulated, Element) throws -> Accumulated,
    mapResult: @escaping (Accumulated) throws -> Result
  ) -> Observable<Result> { reduce(seed, accumulator: accumulator).map(mapResult) }

  /// Sends all elements as one array when the source completes.
  ///
  ///     source    ─1──2──3─|
  ///     toArray() ─────────[123]|
  public func toArray() -> Single<[Element]> {
    Single(trusting: reduce(into: []) { elements, element in elements.append(element) })
  }

  private func reduce<Result>(
    into seed: Result, accumulator: @escaping (inout Result, Element) throws -> Void
  ) -> Observable<Result> {
    let source = asObservable()
    return .feeding { sink in
      var result = seed
      return source.attach(
        sink.receiver(
          onStop: { stop in
            if case .completed = stop { sink.next(result) }
            sink.stop(stop)
          },
          onNext: { element in try accumulator(&result, element) }))
    }
  }
}
