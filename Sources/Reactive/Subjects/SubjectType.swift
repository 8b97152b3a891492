/// A type that is both observable and an observer: the kinds of ``Subject``.
@MainActor public protocol SubjectType<Element>: ObservableType {
  /// The type of the observer side.
  associatedtype Observer: ObserverType
  /// The observer side only.
  func asObserver() -> Observer
}

extension Subject: SubjectType {
  /// The type of the observer side.
  public typealias Observer = AnyObserver<Element>
}
