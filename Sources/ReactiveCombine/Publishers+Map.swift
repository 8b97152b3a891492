import Reactive

extension Publishers {
  /// The result of `map`. It has its own type, as in Combine, for code that names it.
  public struct Map<Upstream: Publisher, Output>: Publisher {
    /// The failure type of the source.
    public typealias Failure = Upstream.Failure
    /// The source.
    public let upstream: Upstream
    /// The transformation of each element.
    public let transform: (Upstream.Output) -> Output

    /// Creates a publisher of transformed elements.
    public init(upstream: Upstream, transform: @escaping (Upstream.Output) -> Output) {
      self.upstream = upstream
      self.transform = transform
    }

    /// The plain sequence.
    public func asObservable() -> Observable<Output> { upstream.asObservable().map(transform) }
  }

  /// The result of `map` with a key path.
  public typealias MapKeyPath = Map
}

extension Publisher {
  /// Transforms each element.
  public func map<Result>(
    _ transform: @escaping (Output) -> Result
  ) -> Publishers.Map<Self, Result> { Publishers.Map(upstream: self, transform: transform) }

  /// Sends a property of each element.
  public func map<Result>(
    _ keyPath: KeyPath<Output, Result>
  ) -> Publishers.MapKeyPath<Self, Result> { map { $0[keyPath: keyPath] } }

  /// Sends two properties of each element.
  public func map<A, B>(
    _ a: KeyPath<Output, A>, _ b: KeyPath<Output, B>
  ) -> Publishers.Map<Self, (A, B)> { map { ($0[keyPath: a], $0[keyPath: b]) } }

  /// Sends three properties of each element.
  public func map<A, B, C>(
    _ a: KeyPath<Output, A>, _ b: KeyPath<Output, B>, _ c: KeyPath<Output, C>
  ) -> Publishers.Map<Self, (A, B, C)> {
    map { ($0[keyPath: a], $0[keyPath: b], $0[keyPath: c]) }
  }
}
