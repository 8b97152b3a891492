import Reactive

extension Publishers {
  /// What `map` gives. It has a type of its own, as in Combine, for who writes that down; most operators give
  /// ``AnyPublisher``.
  public struct Map<Upstream: Publisher, Output>: Publisher {
    /// The error of the source.
    public typealias Failure = Upstream.Failure
    /// The source.
    public let upstream: Upstream
    /// What each element goes through.
    public let transform: (Upstream.Output) -> Output

    /// A publisher of transformed elements.
    public init(upstream: Upstream, transform: @escaping (Upstream.Output) -> Output) {
      self.upstream = upstream
      self.transform = transform
    }

    /// The plain sequence.
    public func asObservable() -> Observable<Output> { upstream.asObservable().map(transform) }
  }

  /// What `map` with a key path gives.
  public typealias MapKeyPath = Map
}

extension Publisher {
  /// Transforms each element.
  public func map<Result>(
    _ transform: @escaping (Output) -> Result
  ) -> Publishers.Map<Self, Result> { Publishers.Map(upstream: self, transform: transform) }

  /// A property of each element.
  public func map<Result>(
    _ keyPath: KeyPath<Output, Result>
  ) -> Publishers.MapKeyPath<Self, Result> { map { $0[keyPath: keyPath] } }

  /// Two properties of each element.
  public func map<A, B>(
    _ a: KeyPath<Output, A>, _ b: KeyPath<Output, B>
  ) -> Publishers.Map<Self, (A, B)> { map { ($0[keyPath: a], $0[keyPath: b]) } }

  /// Three properties of each element.
  public func map<A, B, C>(
    _ a: KeyPath<Output, A>, _ b: KeyPath<Output, B>, _ c: KeyPath<Output, C>
  ) -> Publishers.Map<Self, (A, B, C)> {
    map { ($0[keyPath: a], $0[keyPath: b], $0[keyPath: c]) }
  }
}
