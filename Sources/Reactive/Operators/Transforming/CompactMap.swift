extension ObservableType {
  /// Transforms each element and omits nil results. It removes one level of optional.
  ///
  ///     source               ─1──x──3─|
  ///     compactMap(Int.init) ─1─────3─|
  public func compactMap<Result>(
    _ transform: @escaping (Element) throws -> Result?
  ) -> Observable<Result> {
    lift { sink in
      { element in
        if let result = try transform(element) { sink.next(result) }
      }
    }
  }
}
