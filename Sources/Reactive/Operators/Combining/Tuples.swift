// The pack forms cover any number of sources, but Swift 6.3 cannot read the members of a tuple from
// a pack in a closure of the same expression, such as
// `zip(a, b).subscribe(onNext: { print($0.0, $0.1) })`. So the usual arities are written out.

extension ObservableType where Element == Any {
  /// Sends the newest elements of two sequences as a tuple; see
  /// ``ObservableType/combineLatest(_:resultSelector:)``.
  public static func combineLatest<A: ObservableConvertibleType, B: ObservableConvertibleType>(
    _ a: A, _ b: B
  ) -> Observable<(A.Element, B.Element)> { .tuples(of: a, b, keepsAll: false) }

  /// Sends the newest elements of three sequences as a tuple; see
  /// ``ObservableType/combineLatest(_:resultSelector:)``.
  public static func combineLatest<
    A: ObservableConvertibleType, B: ObservableConvertibleType, C: ObservableConvertibleType
  >(
    _ a: A, _ b: B, _ c: C
  ) -> Observable<(A.Element, B.Element, C.Element)> { .tuples(of: a, b, c, keepsAll: false) }

  /// Sends the newest elements of four sequences as a tuple; see
  /// ``ObservableType/combineLatest(_:resultSelector:)``.
  public static func combineLatest<
    A: ObservableConvertibleType, B: ObservableConvertibleType, C: ObservableConvertibleType,
    D: ObservableConvertibleType
  >(
    _ a: A, _ b: B, _ c: C, _ d: D
  ) -> Observable<(A.Element, B.Element, C.Element, D.Element)> {
    .tuples(of: a, b, c, d, keepsAll: false)
  }

  /// Sends the newest elements of five sequences as a tuple; see
  /// ``ObservableType/combineLatest(_:resultSelector:)``.
  public static func combineLatest<
    A: ObservableConvertibleType, B: ObservableConvertibleType, C: ObservableConvertibleType,
    D: ObservableConvertibleType, E: ObservableConvertibleType
  >(
    _ a: A, _ b: B, _ c: C, _ d: D, _ e: E
  ) -> Observable<(A.Element, B.Element, C.Element, D.Element, E.Element)> {
    .tuples(of: a, b, c, d, e, keepsAll: false)
  }

  /// Pairs the elements of two sequences by index; see ``ObservableType/zip(_:resultSelector:)``.
  public static func zip<A: ObservableConvertibleType, B: ObservableConvertibleType>(
    _ a: A, _ b: B
  ) -> Observable<(A.Element, B.Element)> { .tuples(of: a, b, keepsAll: true) }

  /// Sends the elements of three sequences by index, as tuples; see
  /// ``ObservableType/zip(_:resultSelector:)``.
  public static func zip<
    A: ObservableConvertibleType, B: ObservableConvertibleType, C: ObservableConvertibleType
  >(
    _ a: A, _ b: B, _ c: C
  ) -> Observable<(A.Element, B.Element, C.Element)> { .tuples(of: a, b, c, keepsAll: true) }

  /// Sends the elements of four sequences by index, as tuples; see
  /// ``ObservableType/zip(_:resultSelector:)``.
  public static func zip<
    A: ObservableConvertibleType, B: ObservableConvertibleType, C: ObservableConvertibleType,
    D: ObservableConvertibleType
  >(
    _ a: A, _ b: B, _ c: C, _ d: D
  ) -> Observable<(A.Element, B.Element, C.Element, D.Element)> {
    .tuples(of: a, b, c, d, keepsAll: true)
  }

  /// Sends the elements of five sequences by index, as tuples; see
  /// ``ObservableType/zip(_:resultSelector:)``.
  public static func zip<
    A: ObservableConvertibleType, B: ObservableConvertibleType, C: ObservableConvertibleType,
    D: ObservableConvertibleType, E: ObservableConvertibleType
  >(
    _ a: A, _ b: B, _ c: C, _ d: D, _ e: E
  ) -> Observable<(A.Element, B.Element, C.Element, D.Element, E.Element)> {
    .tuples(of: a, b, c, d, e, keepsAll: true)
  }
}
