import Reactive

/// Combine's names for publishers made of several others.
///
///     Publishers.CombineLatest($name, $password).map { name, password in … }
///     Publishers.Merge3(taps, keys, links)
///
/// The numbered names alias one type, so their type arguments differ from Combine's; code that
/// names them uses `AnyPublisher`.
public enum Publishers {
  /// Sends the newest elements of all whenever one of them sends. It finishes when all have
  /// finished.
  ///
  ///     a              ─1────2─────|
  ///     b              ───x─────y────|
  ///     CombineLatest  ───1x─2x─2y───|
  public struct CombineLatest<Output, Failure: Error>: Publisher {
    private let observable: Observable<Output>

    /// Combines two publishers.
    public init<A: Publisher, B: Publisher>(_ a: A, _ b: B)
    where
      Output == (A.Output, B.Output),
      A.Failure == Failure,
      B.Failure == Failure
    { observable = .tuples(of: a, b, keepsAll: false, completion: .all) }

    /// Combines three publishers.
    public init<A: Publisher, B: Publisher, C: Publisher>(_ a: A, _ b: B, _ c: C)
    where
      Output == (A.Output, B.Output, C.Output),
      A.Failure == Failure,
      B.Failure == Failure,
      C.Failure == Failure
    { observable = .tuples(of: a, b, c, keepsAll: false, completion: .all) }

    /// Combines four publishers.
    public init<A: Publisher, B: Publisher, C: Publisher, D: Publisher>(
      _ a: A, _ b: B, _ c: C, _ d: D
    )
    where
      Output == (A.Output, B.Output, C.Output, D.Output),
      A.Failure == Failure,
      B.Failure == Failure,
      C.Failure == Failure,
      D.Failure == Failure
    { observable = .tuples(of: a, b, c, d, keepsAll: false, completion: .all) }

    /// The plain sequence.
    public func asObservable() -> Observable<Output> { observable }
  }

  /// Sends the first elements of all, then the second ones, and so on. It finishes when a source
  /// has finished and all of its elements have been consumed.
  ///
  ///     a    ─1──2─────3─|
  ///     b    ───x──y|
  ///     Zip  ───1x─2y|
  public struct Zip<Output, Failure: Error>: Publisher {
    private let observable: Observable<Output>

    /// Combines two publishers.
    public init<A: Publisher, B: Publisher>(_ a: A, _ b: B)
    where
      Output == (A.Output, B.Output),
      A.Failure == Failure,
      B.Failure == Failure
    { observable = .tuples(of: a, b, keepsAll: true, completion: .exhausted) }

    /// Combines three publishers.
    public init<A: Publisher, B: Publisher, C: Publisher>(_ a: A, _ b: B, _ c: C)
    where
      Output == (A.Output, B.Output, C.Output),
      A.Failure == Failure,
      B.Failure == Failure,
      C.Failure == Failure
    { observable = .tuples(of: a, b, c, keepsAll: true, completion: .exhausted) }

    /// Combines four publishers.
    public init<A: Publisher, B: Publisher, C: Publisher, D: Publisher>(
      _ a: A, _ b: B, _ c: C, _ d: D
    )
    where
      Output == (A.Output, B.Output, C.Output, D.Output),
      A.Failure == Failure,
      B.Failure == Failure,
      C.Failure == Failure,
      D.Failure == Failure
    { observable = .tuples(of: a, b, c, d, keepsAll: true, completion: .exhausted) }

    /// The plain sequence.
    public func asObservable() -> Observable<Output> { observable }
  }

  /// Sends the elements of all as they come. It finishes when all have finished.
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
