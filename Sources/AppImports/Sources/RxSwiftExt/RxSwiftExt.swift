// The operators of the community's RxSwiftExt that apps use most.

public import RxSwift

extension ObservableType {
  /// The elements that are not `nil`.
  public func unwrap<Wrapped>() -> Observable<Wrapped> where Element == Wrapped? {
    compactMap { $0 }
  }

  /// A fixed value for each element.
  public func mapTo<Value>(_ value: Value) -> Observable<Value> { map { _ in value } }

  /// Each element with the one before it.
  public func pairwise() -> Observable<(Element, Element)> { Observable.zip(self, skip(1)) }

  /// The property of each element at a key path.
  public func mapAt<Value>(_ path: KeyPath<Element, Value>) -> Observable<Value> {
    map { $0[keyPath: path] }
  }

  /// The elements that are of a type.
  public func ofType<Value>(_ type: Value.Type) -> Observable<Value> { compactMap { $0 as? Value } }

  /// The elements for which the closure returns false.
  public func ignoreWhen(_ predicate: @escaping (Element) throws -> Bool) -> Observable<Element> {
    filter { try !predicate($0) }
  }

  /// The elements of both sequences, in order of arrival.
  public func merge(with other: Observable<Element>) -> Observable<Element> {
    Observable.merge(asObservable(), other)
  }

  /// Combines elements with equal indices of two sequences.
  public func zip<Other: ObservableConvertibleType, Value>(
    with other: Other, resultSelector: @escaping (Element, Other.Element) throws -> Value
  ) -> Observable<Value> {
    Observable.zip(self, other.asObservable(), resultSelector: resultSelector)
  }

  /// The closure's result for this sequence.
  public func apply<Value>(
    _ transform: (Observable<Element>) -> Observable<Value>
  ) -> Observable<Value> { transform(asObservable()) }

  /// The elements for which the closure returns true, and the others. Both share one subscription
  /// to the source.
  public func partition(
    _ predicate: @escaping (Element) throws -> Bool
  ) -> (matches: Observable<Element>, nonMatches: Observable<Element>) {
    let parts = map { ($0, try predicate($0)) }.share()
    return (parts.filter(\.1).map(\.0), parts.filter { !$0.1 }.map(\.0))
  }

  /// The elements; an error becomes a completion.
  public func catchErrorJustComplete() -> Observable<Element> { self.catch { _ in .empty() } }
}

extension ObservableType where Element: Collection {
  /// The lists, with each of their elements transformed.
  public func mapMany<Value>(
    _ transform: @escaping (Element.Element) throws -> Value
  ) -> Observable<[Value]> { map { try $0.map(transform) } }
}

extension ObservableType where Element: Equatable {
  /// The elements except for these values.
  public func ignore(_ values: Element...) -> Observable<Element> {
    filter { !values.contains($0) }
  }
}

extension ObservableType where Element == Bool {
  /// The opposite of each element.
  public func not() -> Observable<Bool> { map { !$0 } }
}

extension ObservableType where Element: EventConvertible {
  /// The elements of a materialized sequence.
  public func elements() -> Observable<Element.Element> { compactMap { $0.event.element } }

  /// The errors of a materialized sequence.
  public func errors() -> Observable<any Error> { compactMap { $0.event.error } }
}

extension SharedSequenceConvertibleType {
  /// The elements that are not `nil`.
  public func unwrap<Wrapped>() -> SharedSequence<SharingStrategy, Wrapped>
  where Element == Wrapped? { compactMap { $0 } }

  /// A fixed value for each element.
  public func mapTo<Value>(_ value: Value) -> SharedSequence<SharingStrategy, Value> {
    map { _ in value }
  }
}

extension SharedSequenceConvertibleType where Element == Bool {
  /// The opposite of each element.
  public func not() -> SharedSequence<SharingStrategy, Bool> { map { !$0 } }
}
