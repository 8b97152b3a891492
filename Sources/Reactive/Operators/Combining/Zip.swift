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

  /// Combines the elements of a collection of sequences by index. It also completes when an element
  /// makes no row and all other sequences have completed. An empty collection completes at once.
  public static func zip<Sources: Collection>(
    _ sources: Sources,
    resultSelector: @escaping ([Sources.Element.Element]) throws -> Element
  ) -> Observable<Element> where Sources.Element: ObservableConvertibleType {
    if sources.isEmpty { return .empty() }
    return .rows(of: sources, keepsAll: true, resultSelector)
  }

  /// Sends the elements of all sequences by index, as arrays.
  public static func zip<Sources: Collection>(_ sources: Sources) -> Observable<[Element]>
  where Sources.Element: ObservableConvertibleType, Sources.Element.Element == Element {
    Observable<[Element]>.zip(sources) { $0 }
  }
}

extension ObservableType where Element == Any {
  /// Sends the elements of all sequences by index, as tuples.
  @_disfavoredOverload
  public static func zip<each Source: ObservableConvertibleType>(
    _ sources: repeat each Source
  ) -> Observable<(repeat (each Source).Element)> {
    .tuples(of: repeat each sources, keepsAll: true)
  }
}
