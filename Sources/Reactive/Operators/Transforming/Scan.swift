extension ObservableType {
  /// Combines each element with the result so far. The seed itself is not sent; each subscription
  /// starts from it.
  ///
  ///     source     ─1──2──3─|
  ///     scan(0, +) ─1──3──6─|
  public func scan<Result>(
    _ seed: Result, accumulator: @escaping (Result, Element) throws -> Result
  ) -> Observable<Result> {
    lift { sink in
      let result = Stored(seed)
      return { element in
        let next = try accumulator(result.element, element)
        result.replace(with: next)
        sink.next(next)
      }
    }
  }

  /// Combines each element with the result so far, which the closure changes in place. The closure
  /// must not send into its own source.
  public func scan<Result>(
    into seed: Result, accumulator: @escaping (inout Result, Element) throws -> Void
  ) -> Observable<Result> {
    lift { sink in
      var result = seed
      return { element in
        try accumulator(&result, element)
        sink.next(result)
      }
    }
  }
}
