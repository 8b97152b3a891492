extension ObservableType {
  /// Runs a sequence for each element, all at the same time, and sends their elements as they come.
  ///
  ///     source     ─a────b────|
  ///     inner       ──0──1|         (of each)
  ///     flatMap    ───a0─a1b0─b1|
  public func flatMap<Inner: ObservableConvertibleType>(
    _ selector: @escaping (Element) throws -> Inner
  ) -> Observable<Inner.Element> {
    flatten { inners in { element in inners.run(try selector(element).asObservable()) } }
  }
}
