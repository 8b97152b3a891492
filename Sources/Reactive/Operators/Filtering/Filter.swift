extension ObservableType {
  /// Sends the elements for which the predicate is true.
  ///
  ///     source             ─1──2──3─|
  ///     filter { $0 > 1 }  ────2──3─|
  public func filter(
    _ predicate: @escaping (Element) throws -> Bool
  ) -> Observable<Element> {
    lift { sink in { element in if try predicate(element) { sink.next(element) } } }
  }
}
