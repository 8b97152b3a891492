extension ObservableType {
  /// Completes at the first element for which the predicate is false.
  ///
  ///     source                   ─1──2──3──4─|
  ///     take(while: { $0 < 3 })  ─1──2──|
  public func take(
    while predicate: @escaping (Element) throws -> Bool, behavior: TakeBehavior = .exclusive
  ) -> Observable<Element> {
    take(until: { try !predicate($0) }, behavior: behavior)
  }
}
