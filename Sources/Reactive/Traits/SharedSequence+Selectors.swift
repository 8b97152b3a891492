// These two arities are written out because Swift 6.3 infers closures of the pack forms slowly, as
// in `Operators/Combining/Selectors.swift`.
extension SharedSequence {
  /// See ``ObservableType/combineLatest(_:resultSelector:)``.
  public static func combineLatest<
    A: SharedSequenceConvertibleType, B: SharedSequenceConvertibleType,
    C: SharedSequenceConvertibleType, D: SharedSequenceConvertibleType
  >(
    _ a: A, _ b: B, _ c: C, _ d: D,
    resultSelector: @escaping (A.Element, B.Element, C.Element, D.Element) -> Element
  ) -> Self {
    Self(sharing: .combineLatest(a, b, c, d, resultSelector: resultSelector))
  }

  /// See ``ObservableType/combineLatest(_:resultSelector:)``.
  public static func combineLatest<
    A: SharedSequenceConvertibleType, B: SharedSequenceConvertibleType,
    C: SharedSequenceConvertibleType, D: SharedSequenceConvertibleType,
    E: SharedSequenceConvertibleType
  >(
    _ a: A, _ b: B, _ c: C, _ d: D, _ e: E,
    resultSelector: @escaping (A.Element, B.Element, C.Element, D.Element, E.Element) -> Element
  ) -> Self {
    Self(sharing: .combineLatest(a, b, c, d, e, resultSelector: resultSelector))
  }

  /// See ``ObservableType/zip(_:resultSelector:)``.
  public static func zip<
    A: SharedSequenceConvertibleType, B: SharedSequenceConvertibleType,
    C: SharedSequenceConvertibleType, D: SharedSequenceConvertibleType
  >(
    _ a: A, _ b: B, _ c: C, _ d: D,
    resultSelector: @escaping (A.Element, B.Element, C.Element, D.Element) -> Element
  ) -> Self {
    Self(sharing: .zip(a, b, c, d, resultSelector: resultSelector))
  }

  /// See ``ObservableType/zip(_:resultSelector:)``.
  public static func zip<
    A: SharedSequenceConvertibleType, B: SharedSequenceConvertibleType,
    C: SharedSequenceConvertibleType, D: SharedSequenceConvertibleType,
    E: SharedSequenceConvertibleType
  >(
    _ a: A, _ b: B, _ c: C, _ d: D, _ e: E,
    resultSelector: @escaping (A.Element, B.Element, C.Element, D.Element, E.Element) -> Element
  ) -> Self {
    Self(sharing: .zip(a, b, c, d, e, resultSelector: resultSelector))
  }
}
