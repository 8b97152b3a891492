extension ObservableType {
  /// Runs a sequence for each element, one after the other. The closure is called when the element
  /// comes; its sequence is subscribed after the previous one has completed.
  ///
  ///     source     ─a──b──────|
  ///     inner       ──0──1|         (of each)
  ///     concatMap  ───a0─a1─b0─b1|
  public func concatMap<Inner: ObservableConvertibleType>(
    _ selector: @escaping (Element) throws -> Inner
  ) -> Observable<Inner.Element> {
    map(selector).merge(maxConcurrent: 1)
  }
}
