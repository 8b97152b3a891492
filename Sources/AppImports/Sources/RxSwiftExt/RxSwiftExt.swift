// What apps use most of the community's RxSwiftExt.

public import RxSwift

extension ObservableType {
  /// The elements that are not `nil`.
  public func unwrap<Wrapped>() -> Observable<Wrapped> where Element == Wrapped? {
    compactMap { $0 }
  }

  /// This value for each element.
  public func mapTo<Value>(_ value: Value) -> Observable<Value> { map { _ in value } }

  /// Each element with the one before it.
  public func pairwise() -> Observable<(Element, Element)> { Observable.zip(self, skip(1)) }

  /// The same, but an error is a completion.
  public func catchErrorJustComplete() -> Observable<Element> { self.catch { _ in .empty() } }
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

  /// This value for each element.
  public func mapTo<Value>(_ value: Value) -> SharedSequence<SharingStrategy, Value> {
    map { _ in value }
  }
}

extension SharedSequenceConvertibleType where Element == Bool {
  /// The opposite of each element.
  public func not() -> SharedSequence<SharingStrategy, Bool> { map { !$0 } }
}
