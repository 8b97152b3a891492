// As for plain sequences, the usual numbers of tuples are written out.
extension SharedSequence where Element == Any {
  /// See ``ObservableType/combineLatest(_:)``.
  public static func combineLatest<A, B>(
    _ a: SharedSequence<SharingStrategy, A>,
    _ b: SharedSequence<SharingStrategy, B>
  ) -> SharedSequence<SharingStrategy, (A, B)> {
    .init(sharing: Observable.combineLatest(a, b))
  }

  /// See ``ObservableType/combineLatest(_:)``.
  public static func combineLatest<A, B, C>(
    _ a: SharedSequence<SharingStrategy, A>,
    _ b: SharedSequence<SharingStrategy, B>,
    _ c: SharedSequence<SharingStrategy, C>
  ) -> SharedSequence<SharingStrategy, (A, B, C)> {
    .init(sharing: Observable.combineLatest(a, b, c))
  }

  /// See ``ObservableType/combineLatest(_:)``.
  public static func combineLatest<A, B, C, D>(
    _ a: SharedSequence<SharingStrategy, A>,
    _ b: SharedSequence<SharingStrategy, B>,
    _ c: SharedSequence<SharingStrategy, C>,
    _ d: SharedSequence<SharingStrategy, D>
  ) -> SharedSequence<SharingStrategy, (A, B, C, D)> {
    .init(sharing: Observable.combineLatest(a, b, c, d))
  }

  /// See ``ObservableType/combineLatest(_:)``.
  @_disfavoredOverload
  public static func combineLatest<each Source>(
    _ sources: repeat SharedSequence<SharingStrategy, each Source>
  ) -> SharedSequence<SharingStrategy, (repeat each Source)> {
    .init(sharing: Observable.combineLatest(repeat each sources))
  }

  /// See ``ObservableType/zip(_:)``.
  public static func zip<A, B>(
    _ a: SharedSequence<SharingStrategy, A>,
    _ b: SharedSequence<SharingStrategy, B>
  ) -> SharedSequence<SharingStrategy, (A, B)> {
    .init(sharing: Observable.zip(a, b))
  }

  /// See ``ObservableType/zip(_:)``.
  public static func zip<A, B, C>(
    _ a: SharedSequence<SharingStrategy, A>,
    _ b: SharedSequence<SharingStrategy, B>,
    _ c: SharedSequence<SharingStrategy, C>
  ) -> SharedSequence<SharingStrategy, (A, B, C)> {
    .init(sharing: Observable.zip(a, b, c))
  }

  /// See ``ObservableType/zip(_:)``.
  public static func zip<A, B, C, D>(
    _ a: SharedSequence<SharingStrategy, A>,
    _ b: SharedSequence<SharingStrategy, B>,
    _ c: SharedSequence<SharingStrategy, C>,
    _ d: SharedSequence<SharingStrategy, D>
  ) -> SharedSequence<SharingStrategy, (A, B, C, D)> {
    .init(sharing: Observable.zip(a, b, c, d))
  }

  /// See ``ObservableType/zip(_:)``.
  @_disfavoredOverload
  public static func zip<each Source>(
    _ sources: repeat SharedSequence<SharingStrategy, each Source>
  ) -> SharedSequence<SharingStrategy, (repeat each Source)> {
    .init(sharing: Observable.zip(repeat each sources))
  }
}
