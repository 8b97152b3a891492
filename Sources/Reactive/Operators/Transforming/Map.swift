extension ObservableType {
  /// Transforms each element. An error that the closure throws ends the sequence.
  ///
  ///     source         ─1──2──3─|
  ///     map { $0 * 2 } ─2──4──6─|
  public func map<Result>(
    _ transform: @escaping (Element) throws -> Result
  ) -> Observable<Result> {
    lift { sink in { element in sink.next(try transform(element)) } }
  }
}
