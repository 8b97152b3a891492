// The usual arities of tuples are written out, as in `Operators/Combining/Tuples.swift`.
extension SharedSequence where Element == Any {
  /// See ``ObservableType/combineLatest(_:)``.
  public static func combineLatest<
    A: SharedSequenceConvertibleType, B: SharedSequenceConvertibleType
  >(
    _ a: A, _ b: B
  ) -> SharedSequence<SharingStrategy, (A.Element, B.Element)> {
    .init(sharing: Observable.combineLatest(a, b))
  }

  /// See ``ObservableType/combineLatest(_:)``.
  public static func combineLatest<
    A: SharedSequenceConvertibleType, B: SharedSequenceConvertibleType,
    C: SharedSequenceConvertibleType
  >(
    _ a: A, _ b: B, _ c: C
  ) -> SharedSequence<SharingStrategy, (A.Element, B.Element, C.Element)> {
    .init(sharing: Observable.combineLatest(a, b, c))
  }

  /// See ``ObservableType/combineLatest(_:)``.
  public static func combineLatest<
    A: SharedSequenceConvertibleType, B: SharedSequenceConvertibleType,
    C: SharedSequenceConvertibleType, D: SharedSequenceConvertibleType
  >(
    _ a: A, _ b: B, _ c: C, _ d: D
  ) -> SharedSequence<SharingStrategy, (A.Element, B.Element, C.Element, D.Element)> {
    .init(sharing: Observable.combineLatest(a, b, c, d))
  }

  /// See ``ObservableType/combineLatest(_:)``.
  public static func combineLatest<
    A: SharedSequenceConvertibleType, B: SharedSequenceConvertibleType,
    C: SharedSequenceConvertibleType, D: SharedSequenceConvertibleType,
    E: SharedSequenceConvertibleType
  >(
    _ a: A, _ b: B, _ c: C, _ d: D, _ e: E
  ) -> SharedSequence<SharingStrategy, (A.Element, B.Element, C.Element, D.Element, E.Element)> {
    .init(sharing: Observable.combineLatest(a, b, c, d, e))
  }

  /// See ``ObservableType/combineLatest(_:)``.
  @_disfavoredOverload
  public static func combineLatest<each Source: SharedSequenceConvertibleType>(
    _ sources: repeat each Source
  ) -> SharedSequence<SharingStrategy, (repeat (each Source).Element)> {
    .init(sharing: Observable.combineLatest(repeat each sources))
  }

  /// See ``ObservableType/zip(_:)``.
  public static func zip<A: SharedSequenceConvertibleType, B: SharedSequenceConvertibleType>(
    _ a: A, _ b: B
  ) -> SharedSequence<SharingStrategy, (A.Element, B.Element)> {
    .init(sharing: Observable.zip(a, b))
  }

  /// See ``ObservableType/zip(_:)``.
  public static func zip<
    A: SharedSequenceConvertibleType, B: SharedSequenceConvertibleType,
    C: SharedSequenceConvertibleType
  >(
    _ a: A, _ b: B, _ c: C
  ) -> SharedSequence<SharingStrategy, (A.Element, B.Element, C.Element)> {
    .init(sharing: Observable.zip(a, b, c))
  }

  /// See ``ObservableType/zip(_:)``.
  public static func zip<
    A: SharedSequenceConvertibleType, B: SharedSequenceConvertibleType,
    C: SharedSequenceConvertibleType, D: SharedSequenceConvertibleType
  >(
    _ a: A, _ b: B, _ c: C, _ d: D
  ) -> SharedSequence<SharingStrategy, (A.Element, B.Element, C.Element, D.Element)> {
    .init(sharing: Observable.zip(a, b, c, d))
  }

  /// See ``ObservableType/zip(_:)``.
  public static func zip<
    A: SharedSequenceConvertibleType, B: SharedSequenceConvertibleType,
    C: SharedSequenceConvertibleType, D: SharedSequenceConvertibleType,
    E: SharedSequenceConvertibleType
  >(
    _ a: A, _ b: B, _ c: C, _ d: D, _ e: E
  ) -> SharedSequence<SharingStrategy, (A.Element, B.Element, C.Element, D.Element, E.Element)> {
    .init(sharing: Observable.zip(a, b, c, d, e))
  }

  /// See ``ObservableType/zip(_:)``.
  @_disfavoredOverload
  public static func zip<each Source: SharedSequenceConvertibleType>(
    _ sources: repeat each Source
  ) -> SharedSequence<SharingStrategy, (repeat (each Source).Element)> {
    .init(sharing: Observable.zip(repeat each sources))
  }
}
