// The pack forms of these can do the same for any number of sources. But Swift 6.3 cannot look into a tuple that comes
// of a pack where a closure is checked together with it, as in `zip(a, b).subscribe(onNext: { print($0.0, $0.1) })`; so
// the usual numbers are written out. All are openings of the same rows.

extension ObservableType where Element == Any {
  /// The newest elements of two sequences as a tuple; see ``ObservableType/combineLatest(_:resultSelector:)``.
  public static func combineLatest<A: ObservableConvertibleType, B: ObservableConvertibleType>(
    _ a: A, _ b: B
  ) -> Observable<(A.Element, B.Element)> { .tuples(of: a, b, keepsAll: false) }

  /// The newest elements of three sequences as a tuple; see ``ObservableType/combineLatest(_:resultSelector:)``.
  public static func combineLatest<
    A: ObservableConvertibleType, B: ObservableConvertibleType, C: ObservableConvertibleType
  >(
    _ a: A, _ b: B, _ c: C
  ) -> Observable<(A.Element, B.Element, C.Element)> { .tuples(of: a, b, c, keepsAll: false) }

  /// The newest elements of four sequences as a tuple; see ``ObservableType/combineLatest(_:resultSelector:)``.
  public static func combineLatest<
    A: ObservableConvertibleType, B: ObservableConvertibleType, C: ObservableConvertibleType,
    D: ObservableConvertibleType
  >(
    _ a: A, _ b: B, _ c: C, _ d: D
  ) -> Observable<(A.Element, B.Element, C.Element, D.Element)> {
    .tuples(of: a, b, c, d, keepsAll: false)
  }

  /// The newest elements of five sequences as a tuple; see ``ObservableType/combineLatest(_:resultSelector:)``.
  public static func combineLatest<
    A: ObservableConvertibleType, B: ObservableConvertibleType, C: ObservableConvertibleType,
    D: ObservableConvertibleType, E: ObservableConvertibleType
  >(
    _ a: A, _ b: B, _ c: C, _ d: D, _ e: E
  ) -> Observable<(A.Element, B.Element, C.Element, D.Element, E.Element)> {
    .tuples(of: a, b, c, d, e, keepsAll: false)
  }

  /// The elements of two sequences by their number, as tuples; see ``ObservableType/zip(_:resultSelector:)``.
  public static func zip<A: ObservableConvertibleType, B: ObservableConvertibleType>(
    _ a: A, _ b: B
  ) -> Observable<(A.Element, B.Element)> { .tuples(of: a, b, keepsAll: true) }

  /// The elements of three sequences by their number, as tuples; see ``ObservableType/zip(_:resultSelector:)``.
  public static func zip<
    A: ObservableConvertibleType, B: ObservableConvertibleType, C: ObservableConvertibleType
  >(
    _ a: A, _ b: B, _ c: C
  ) -> Observable<(A.Element, B.Element, C.Element)> { .tuples(of: a, b, c, keepsAll: true) }

  /// The elements of four sequences by their number, as tuples; see ``ObservableType/zip(_:resultSelector:)``.
  public static func zip<
    A: ObservableConvertibleType, B: ObservableConvertibleType, C: ObservableConvertibleType,
    D: ObservableConvertibleType
  >(
    _ a: A, _ b: B, _ c: C, _ d: D
  ) -> Observable<(A.Element, B.Element, C.Element, D.Element)> {
    .tuples(of: a, b, c, d, keepsAll: true)
  }

  /// The elements of five sequences by their number, as tuples; see ``ObservableType/zip(_:resultSelector:)``.
  public static func zip<
    A: ObservableConvertibleType, B: ObservableConvertibleType, C: ObservableConvertibleType,
    D: ObservableConvertibleType, E: ObservableConvertibleType
  >(
    _ a: A, _ b: B, _ c: C, _ d: D, _ e: E
  ) -> Observable<(A.Element, B.Element, C.Element, D.Element, E.Element)> {
    .tuples(of: a, b, c, d, e, keepsAll: true)
  }
}
