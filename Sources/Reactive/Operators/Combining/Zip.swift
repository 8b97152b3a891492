extension ObservableType {
  /// Combines the first elements of all sequences, then the second ones, and so on.
  ///
  ///     a    ─1──2─────3─|
  ///     b    ───x──y────────|
  ///     zip  ───1x─2y───────|
  ///
  /// It completes when all have completed. The sequences are subscribed in the order given.
  @_disfavoredOverload
  public static func zip<each Source: ObservableConvertibleType>(
    _ sources: repeat each Source,
    resultSelector: @escaping (repeat (each Source).Element) throws -> Element
  ) -> Observable<Element> {
    .rows(of: repeat each sources, keepsAll: true, resultSelector)
  }

  /// The same for a collection, which also completes when an element comes that makes no row while all others are
  /// done. Of none, it completes at once.
  public static func zip<Sources: Collection>(
    _ sources: Sources,
    resultSelector: @escaping ([Sources.Element.Element]) throws -> Element
  ) -> Observable<Element> where Sources.Element: ObservableConvertibleType {
    if sources.isEmpty { return .empty() }
    return .rows(of: sources, keepsAll: true, resultSelector)
  }

  /// The elements of all sequences by their number, as arrays.
  public static func zip<Sources: Collection>(_ sources: Sources) -> Observable<[Element]>
  where Sources.Element: ObservableConvertibleType, Sources.Element.Element == Element {
    Observable<[Element]>.zip(sources) { $0 }
  }
}

extension ObservableType where Element == Any {
  /// The elements of all sequences by their number, as tuples.
  @_disfavoredOverload
  public static func zip<each Source: ObservableConvertibleType>(
    _ sources: repeat each Source
  ) -> Observable<(repeat (each Source).Element)> {
    .tuples(of: repeat each sources, keepsAll: true)
  }
}
