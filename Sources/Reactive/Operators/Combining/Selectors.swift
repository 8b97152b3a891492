// The pack forms do the same for any number of sources. But Swift 6.3 looks for the types of a closure before it has
// those of a pack: arithmetic on four elements takes it a quarter of a second there, on five of them seconds. So these
// two numbers are written out, as openings of the same rows.
extension ObservableType {
  /// The newest elements of four sequences, combined; see ``ObservableType/combineLatest(_:resultSelector:)``.
  public static func combineLatest<
    A: ObservableConvertibleType, B: ObservableConvertibleType,
    C: ObservableConvertibleType, D: ObservableConvertibleType
  >(
    _ a: A, _ b: B, _ c: C, _ d: D,
    resultSelector: @escaping (A.Element, B.Element, C.Element, D.Element) throws -> Element
  ) -> Observable<Element> { .rows(of: a, b, c, d, keepsAll: false, resultSelector) }

  /// The newest elements of five sequences, combined; see ``ObservableType/combineLatest(_:resultSelector:)``.
  public static func combineLatest<
    A: ObservableConvertibleType, B: ObservableConvertibleType,
    C: ObservableConvertibleType, D: ObservableConvertibleType,
    E: ObservableConvertibleType
  >(
    _ a: A, _ b: B, _ c: C, _ d: D, _ e: E,
    resultSelector:
      @escaping (A.Element, B.Element, C.Element, D.Element, E.Element) throws -> Element
  ) -> Observable<Element> { .rows(of: a, b, c, d, e, keepsAll: false, resultSelector) }

  /// The elements of four sequences by their number, combined; see ``ObservableType/zip(_:resultSelector:)``.
  public static func zip<
    A: ObservableConvertibleType, B: ObservableConvertibleType,
    C: ObservableConvertibleType, D: ObservableConvertibleType
  >(
    _ a: A, _ b: B, _ c: C, _ d: D,
    resultSelector: @escaping (A.Element, B.Element, C.Element, D.Element) throws -> Element
  ) -> Observable<Element> { .rows(of: a, b, c, d, keepsAll: true, resultSelector) }

  /// The elements of five sequences by their number, combined; see ``ObservableType/zip(_:resultSelector:)``.
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
