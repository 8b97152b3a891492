import Reactive

/// Publishers that are made of several ones, by the names of Combine.
///
///     Publishers.CombineLatest($name, $password).map { name, password in … }
///     Publishers.Merge3(taps, keys, links)
///
/// There is one type for any number of publishers, and the numbered names are the same type. (So they differ from
/// Combine's in their type arguments; who writes these down writes `AnyPublisher`.)
public enum Publishers {
  /// The newest elements of all, whenever one of them sends. It finishes when all have.
  ///
  ///     a              ─1────2─────|
  ///     b              ───x─────y────|
  ///     CombineLatest  ───1x─2x─2y───|
  public struct CombineLatest<Failure: Error, each Element>: Publisher {
    /// The elements as a tuple.
    public typealias Output = (repeat each Element)
    private let sources: (repeat any Publisher<each Element, Failure>)

    /// Combines these publishers.
    public init(_ sources: repeat any Publisher<each Element, Failure>) {
      self.sources = (repeat each sources)
    }

    /// The plain sequence.
    public func asObservable() -> Observable<Output> {
      .tuples(of: repeat (each sources).asObservable(), keepsAll: false, completion: .all)
    }
  }

  /// The first elements of all, then the second ones, and so on. It finishes when one has whose elements are used up.
  ///
  ///     a    ─1──2─────3─|
  ///     b    ───x──y|
  ///     Zip  ───1x─2y|
  public struct Zip<Failure: Error, each Element>: Publisher {
    /// The elements as a tuple.
    public typealias Output = (repeat each Element)
    private let sources: (repeat any Publisher<each Element, Failure>)

    /// Pairs the elements of these publishers.
    public init(_ sources: repeat any Publisher<each Element, Failure>) {
      self.sources = (repeat each sources)
    }

    /// The plain sequence.
    public func asObservable() -> Observable<Output> {
      .tuples(of: repeat (each sources).asObservable(), keepsAll: true, completion: .exhausted)
    }
  }

  /// What any of them sends, as it comes. It finishes when all have.
  ///
  ///     a      ─1─────2─|
  ///     b      ───3─4────|
  ///     Merge  ─1─3─4─2──|
  public struct Merge<Output, Failure: Error>: Publisher {
    private let sources: [Observable<Output>]

    /// Merges these publishers.
    public init(_ sources: any Publisher<Output, Failure>...) {
      self.sources = sources.map { $0.asObservable() }
    }

    /// Merges a collection of publishers.
    public init<Sources: Swift.Sequence>(_ sources: Sources)
    where
      Sources.Element: Publisher, Sources.Element.Output == Output,
      Sources.Element.Failure == Failure
    {
      self.sources = sources.map { $0.asObservable() }
    }

    /// The plain sequence.
    public func asObservable() -> Observable<Output> { .merge(sources) }
  }

  /// Three publishers.
  public typealias CombineLatest3 = CombineLatest
  /// Four publishers.
  public typealias CombineLatest4 = CombineLatest
  /// Three publishers.
  public typealias Zip3 = Zip
  /// Four publishers.
  public typealias Zip4 = Zip
  /// Three publishers.
  public typealias Merge3 = Merge
  /// Four publishers.
  public typealias Merge4 = Merge
  /// Five publishers.
  public typealias Merge5 = Merge
  /// Six publishers.
  public typealias Merge6 = Merge
  /// Seven publishers.
  public typealias Merge7 = Merge
  /// Eight publishers.
  public typealias Merge8 = Merge
  /// Any number of publishers.
  public typealias MergeMany = Merge
}
