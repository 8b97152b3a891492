// The pack forms cover any number of sources, but Swift 6.3 infers a closure's types before the
// pack's: arithmetic on four elements needs a quarter of a second, on five elements several
// seconds. So these two arities are written out.
extension ObservableType {
  /// Combines the newest elements of four sequences; see
  /// ``ObservableType/combineLatest(_:resultSelector:)``.
  public static func combineLatest<
    A: ObservableConvertibleType, B: ObservableConvertibleType,
    C: ObservableConvertibleType, D: ObservableConvertibleType
  >(
    _ a: A, _ b: B, _ c: C, _ d: D,
    resultSelector: @escaping (A.Element, B.Element, C.Element, D.Element) throws -> Element
  ) -> Observable<Element> { .rows(of: a, b, c, d, keepsAll: false, resultSelector) }

  /// Combines the newest elements of five sequences; see
  /// ``ObservableType/combineLatest(_:resultSelector:)``.
  public static func combineLatest<
    A: ObservableConvertibleType, B: ObservableConvertibleType,
    C: ObservableConvertibleType, D: ObservableConvertibleType,
    E: ObservableConvertibleType
  >(
    _ a: A, _ b: B, _ c: C, _ d: D, _ e: E,
    resultSelector:
      @escaping (A.Element, B.Element, C.Element, D.Element, E.Element) throws -> Element
  ) -> Observable<Element> { .rows(of: a, b, c, d, e, keepsAll: false, resultSelector) }

  /// Combines the elements of four sequences by index; see
  /// ``ObservableType/zip(_:resultSelector:)``.
  public static func zip<
    A: ObservableConvertibleType, B: ObservableConvertibleType,
    C: ObservableConvertibleType, D: ObservableConvertibleType
  >(
    _ a: A, _ b: B, _ c: C, _ d: D,
    resultSelector: @escaping (A.Element, B.Element, C.Element, D.Element) throws -> Element
  ) -> Observable<Element> { .rows(of: a, b, c, d, keepsAll: true, resultSelector) }

  /// Combines the elements of five sequences by index; see
  /// ``ObservableType/zip(_:resultSelector:)``.
  public static func zip<
    A: ObservableConvertibleType, B: ObservableConvertibleType,
    C: ObservableConvertibleType, D: ObservableConvertibleType,
    E: ObservableConvertibleType
  >(
    _ a: A, _ b: B, _ c: C, _ d: D, _ e: E,
    resultSelector:
      @escaping (A.Element, B.Element, C.Element, D.Element, E.Element) throws -> Element
  ) -> Observable<Element> { .rows(of: a, b, c, d, e, keepsAll: true, resultSelector) }
}
