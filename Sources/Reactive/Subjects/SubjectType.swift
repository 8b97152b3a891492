/// Something that is observed on one side and fed on the other: the kinds of ``Subject``.
@MainActor public protocol SubjectType<Element>: ObservableType {
  /// The side that takes events.
  associatedtype Observer: ObserverType
  /// The side that takes events, alone.
  func asObserver() -> Observer
}

extension Subject: SubjectType {
  /// The side that takes events.
  public typealias Observer = AnyObserver<Element>
}
