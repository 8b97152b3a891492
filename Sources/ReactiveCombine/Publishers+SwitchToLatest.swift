import Reactive

extension Publishers {
  /// The result of `switchToLatest` when all failure types are equal. It has its own type, as in
  /// Combine, for code that names it.
  public struct SwitchToLatest<Inner: Publisher, Upstream: Publisher>: Publisher
  where Upstream.Output == Inner, Upstream.Failure == Inner.Failure {
    /// The elements of the inner publishers.
    public typealias Output = Inner.Output
    /// The failure type of all publishers.
    public typealias Failure = Inner.Failure
    /// The source.
    public let upstream: Upstream

    /// Creates a publisher that runs the newest of the source's publishers.
    public init(upstream: Upstream) {
      self.upstream = upstream
    }

    /// The plain sequence.
    public func asObservable() -> Observable<Output> { upstream.asObservable().switchLatest() }
  }
}

extension Publisher where Output: Publisher, Output.Failure == Failure {
  /// Runs only the newest inner publisher.
  ///
  ///     source          ─a───b─────|
  ///     inner            ──0──1|         (of each)
  ///     switchToLatest  ───a0──b0─b1|
  public func switchToLatest() -> Publishers.SwitchToLatest<Output, Self> {
    Publishers.SwitchToLatest(upstream: self)
  }
}
