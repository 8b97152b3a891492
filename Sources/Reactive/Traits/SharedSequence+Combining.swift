// Combinations of shared sequences. As none of them can fail, it does not matter how each is
// shared.
extension SharedSequence {
  /// See ``ObservableType/merge(_:)``.
  public static func merge(_ sources: Self...) -> Self { merge(sources) }

  /// Merges sequences of which some are helper types that convert to a shared sequence.
  @_disfavoredOverload
  public static func merge(
    _ sources: any SharedSequenceConvertibleType<SharingStrategy, Element>...
  ) -> Self { merge(sources.map { $0.asSharedSequence() }) }

  /// See ``ObservableType/merge(_:)``; for a collection.
  public static func merge<Sources: Collection>(_ sources: Sources) -> Self
  where Sources.Element: SharedSequenceConvertibleType, Sources.Element.Element == Element {
    Self(sharing: .merge(sources.map { $0.asObservable() }))
  }

  /// See ``ObservableType/concat(_:)``.
  public static func concat(_ sources: Self...) -> Self { concat(sources) }

  /// See ``ObservableType/concat(_:)``; for any `Sequence`, iterated lazily.
  public static func concat<Sources: Sequence>(_ sources: Sources) -> Self
  where Sources.Element: SharedSequenceConvertibleType, Sources.Element.Element == Element {
    Self(sharing: .concat(sources.lazy.map { $0.asObservable() }))
  }

  /// See ``ObservableType/combineLatest(_:resultSelector:)``.
  @_disfavoredOverload
  public static func combineLatest<each Source: SharedSequenceConvertibleType>(
    _ sources: repeat each Source,
    resultSelector: @escaping (repeat (each Source).Element) -> Element
  ) -> Self {
    Self(sharing: .combineLatest(repeat each sources, resultSelector: resultSelector))
  }

  /// See ``ObservableType/combineLatest(_:resultSelector:)``; for a collection.
  public static func combineLatest<Sources: Collection>(
    _ sources: Sources,
    resultSelector: @escaping ([Sources.Element.Element]) -> Element
  ) -> Self where Sources.Element: SharedSequenceConvertibleType {
    Self(sharing: .combineLatest(sources, resultSelector: resultSelector))
  }

  /// Sends the newest elements of all as an array.
  public static func combineLatest<Sources: Collection>(
    _ sources: Sources
  ) -> SharedSequence<SharingStrategy, [Element]>
  where Sources.Element: SharedSequenceConvertibleType, Sources.Element.Element == Element {
    .combineLatest(sources) { $0 }
  }

  /// See ``ObservableType/zip(_:resultSelector:)``.
  @_disfavoredOverload
  public static func zip<each Source: SharedSequenceConvertibleType>(
    _ sources: repeat each Source,
    resultSelector: @escaping (repeat (each Source).Element) -> Element
  ) -> Self {
    Self(sharing: .zip(repeat each sources, resultSelector: resultSelector))
  }

  /// See ``ObservableType/zip(_:resultSelector:)``; for a collection.
  public static func zip<Sources: Collection>(
    _ sources: Sources,
    resultSelector: @escaping ([Sources.Element.Element]) -> Element
  ) -> Self where Sources.Element: SharedSequenceConvertibleType {
    Self(sharing: .zip(sources, resultSelector: resultSelector))
  }

  /// Sends the elements of all by index, as arrays.
  public static func zip<Sources: Collection>(
    _ sources: Sources
  ) -> SharedSequence<SharingStrategy, [Element]>
  where Sources.Element: SharedSequenceConvertibleType, Sources.Element.Element == Element {
    .zip(sources) { $0 }
  }
}

extension SharedSequenceConvertibleType {
  /// See ``ObservableType/withLatestFrom(_:resultSelector:)``.
  public func withLatestFrom<Second: SharedSequenceConvertibleType, Result>(
    _ second: Second, resultSelector: @escaping (Element, Second.Element) -> Result
  ) -> SharedSequence<SharingStrategy, Result> {
    through { $0.withLatestFrom(second, resultSelector: resultSelector) }
  }

  /// See ``ObservableType/withLatestFrom(_:)``.
  public func withLatestFrom<Second: SharedSequenceConvertibleType>(
    _ second: Second
  ) -> SharedSequence<SharingStrategy, Second.Element> { through { $0.withLatestFrom(second) } }
}
