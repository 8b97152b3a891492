extension ObservableType {
  /// Combines the newest elements of all sequences whenever one of them sends, once each has sent
  /// one.
  ///
  ///     a              ─1────2─────|
  ///     b              ───x─────y────|
  ///     combineLatest  ───1x─2x─2y───|
  ///
  /// It completes when all have completed, or as soon as no further row is possible. The sequences
  /// are subscribed in the order given.
  @_disfavoredOverload
  public static func combineLatest<each Source: ObservableConvertibleType>(
    _ sources: repeat each Source,
    resultSelector: @escaping (repeat (each Source).Element) throws -> Element
  ) -> Observable<Element> {
    .rows(of: repeat each sources, keepsAll: false, resultSelector)
  }

  /// Combines the newest elements of a collection of sequences. For an empty collection it sends
  /// one row without elements and completes.
  public static func combineLatest<Sources: Collection>(
    _ sources: Sources,
    resultSelector: @escaping ([Sources.Element.Element]) throws -> Element
  ) -> Observable<Element> where Sources.Element: ObservableConvertibleType {
    if sources.isEmpty { return .deferred { .just(try resultSelector([])) } }
    return .rows(of: sources, keepsAll: false, resultSelector)
  }

  /// Sends the newest elements of all sequences as an array.
  public static func combineLatest<Sources: Collection>(
    _ sources: Sources
  ) -> Observable<[Element]>
  where Sources.Element: ObservableConvertibleType, Sources.Element.Element == Element {
    Observable<[Element]>.combineLatest(sources) { $0 }
  }
}

extension ObservableType where Element == Any {
  /// Sends the newest elements of all sequences as a tuple.
  @_disfavoredOverload
  public static func combineLatest<each Source: ObservableConvertibleType>(
    _ sources: repeat each Source
  ) -> Observable<(repeat (each Source).Element)> {
    .tuples(of: repeat each sources, keepsAll: false)
  }
}
