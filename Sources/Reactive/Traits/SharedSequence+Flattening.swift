// Shared sequences of shared sequences. The strategy of the inner ones decides how the result is
// shared.
extension SharedSequenceConvertibleType {
  /// See ``ObservableType/flatMap(_:)``.
  public func flatMap<Strategy, Result>(
    _ selector: @escaping (Element) -> SharedSequence<Strategy, Result>
  ) -> SharedSequence<Strategy, Result> { .init(sharing: asObservable().flatMap(selector)) }

  /// See ``ObservableType/flatMapLatest(_:)``.
  public func flatMapLatest<Strategy, Result>(
    _ selector: @escaping (Element) -> SharedSequence<Strategy, Result>
  ) -> SharedSequence<Strategy, Result> { .init(sharing: asObservable().flatMapLatest(selector)) }

  /// See ``ObservableType/flatMapFirst(_:)``.
  public func flatMapFirst<Strategy, Result>(
    _ selector: @escaping (Element) -> SharedSequence<Strategy, Result>
  ) -> SharedSequence<Strategy, Result> { .init(sharing: asObservable().flatMapFirst(selector)) }

  /// See ``ObservableType/concatMap(_:)``.
  public func concatMap<Strategy, Result>(
    _ selector: @escaping (Element) -> SharedSequence<Strategy, Result>
  ) -> SharedSequence<Strategy, Result> { .init(sharing: asObservable().concatMap(selector)) }
}

extension SharedSequenceConvertibleType where Element: SharedSequenceConvertibleType {
  /// See ``ObservableType/switchLatest()``.
  public func switchLatest() -> SharedSequence<Element.SharingStrategy, Element.Element> {
    .init(sharing: asObservable().switchLatest())
  }

  /// See ``ObservableType/merge()``.
  public func merge() -> SharedSequence<Element.SharingStrategy, Element.Element> {
    .init(sharing: asObservable().merge())
  }

  /// See ``ObservableType/merge(maxConcurrent:)``.
  public func merge(
    maxConcurrent: Int
  ) -> SharedSequence<Element.SharingStrategy, Element.Element> {
    .init(sharing: asObservable().merge(maxConcurrent: maxConcurrent))
  }
}
