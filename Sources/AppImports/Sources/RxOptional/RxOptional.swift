// The community's RxOptional: operators for values that may be missing or empty.

@_exported public import RxCocoa

/// The default errors of the operators.
public enum RxOptionalError: Error, Equatable {
  /// A `nil` instead of a value of this type.
  case foundNilWhileUnwrappingOptional(Any.Type)
  /// An empty value of this type.
  case emptyOccupiable(Any.Type)

  /// Whether both are the same case with the same type.
  nonisolated public static func == (left: RxOptionalError, right: RxOptionalError) -> Bool {
    switch (left, right) {
    case (.foundNilWhileUnwrappingOptional(let left), .foundNilWhileUnwrappingOptional(let right)),
      (.emptyOccupiable(let left), .emptyOccupiable(let right)):
      left == right
    default: false
    }
  }
}

/// A type that can be empty.
public protocol Occupiable {
  /// Whether it is empty.
  var isEmpty: Bool { get }
}

extension Occupiable {
  /// Whether it is not empty.
  public var isNotEmpty: Bool { !isEmpty }
}

extension String: Occupiable {}
extension Array: Occupiable {}
extension Dictionary: Occupiable {}
extension Set: Occupiable {}

extension ObservableType {
  /// The elements that are not `nil`.
  public func filterNil<Wrapped>() -> Observable<Wrapped> where Element == Wrapped? {
    compactMap { $0 }
  }

  /// The elements, with a value in place of `nil`.
  public func replaceNilWith<Wrapped>(_ value: Wrapped) -> Observable<Wrapped>
  where Element == Wrapped? { map { $0 ?? value } }

  /// The elements; `nil` ends the sequence with an error.
  public func errorOnNil<Wrapped>(
    _ error: any Error = RxOptionalError.foundNilWhileUnwrappingOptional(Element.self)
  ) -> Observable<Wrapped> where Element == Wrapped? {
    map { element in
      guard let element else { throw error }
      return element
    }
  }

  /// The elements, with the closure's sequence in place of `nil`.
  public func catchOnNil<Wrapped>(
    _ handler: @escaping () throws -> Observable<Wrapped>
  ) -> Observable<Wrapped> where Element == Wrapped? {
    flatMap { element in try element.map { .just($0) } ?? handler() }
  }
}

extension ObservableType where Element: Occupiable {
  /// The elements that are not empty.
  public func filterEmpty() -> Observable<Element> { filter { !$0.isEmpty } }

  /// The elements; an empty one ends the sequence with an error.
  public func errorOnEmpty(
    _ error: any Error = RxOptionalError.emptyOccupiable(Element.self)
  ) -> Observable<Element> {
    map { element in
      if element.isEmpty { throw error }
      return element
    }
  }

  /// The elements, with the closure's sequence in place of an empty one.
  public func catchOnEmpty(
    _ handler: @escaping () throws -> Observable<Element>
  ) -> Observable<Element> {
    flatMap { element in element.isEmpty ? try handler() : .just(element) }
  }
}

extension SharedSequenceConvertibleType {
  /// The elements that are not `nil`.
  public func filterNil<Wrapped>() -> SharedSequence<SharingStrategy, Wrapped>
  where Element == Wrapped? { compactMap { $0 } }

  /// The elements, with a value in place of `nil`.
  public func replaceNilWith<Wrapped>(
    _ value: Wrapped
  ) -> SharedSequence<SharingStrategy, Wrapped> where Element == Wrapped? { map { $0 ?? value } }
}

extension SharedSequenceConvertibleType where Element: Occupiable {
  /// The elements that are not empty.
  public func filterEmpty() -> SharedSequence<SharingStrategy, Element> { filter { !$0.isEmpty } }
}
