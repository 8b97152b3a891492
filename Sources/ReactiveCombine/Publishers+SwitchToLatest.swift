import Reactive

extension Publishers {
  /// What `switchToLatest` gives where the failures are the same. It has a type of its own, as in Combine, for who
  /// writes that down.
  public struct SwitchToLatest<Inner: Publisher, Upstream: Publisher>: Publisher
  where Upstream.Output == Inner, Upstream.Failure == Inner.Failure {
    /// The elements of the inner publishers.
    public typealias Output = Inner.Output
    /// The error of all of them.
    public typealias Failure = Inner.Failure
    /// The source.
    public let upstream: Upstream

    /// A publisher of what the newest of the source's publishers sends.
    public init(upstream: Upstream) {
      self.upstream = upstream
    }

    /// The plain sequence.
    public func asObservable() -> Observable<Output> { upstream.asObservable().switchLatest() }
  }
}

extension Publisher where Output: Publisher, Output.Failure == Failure {
  /// Runs the newest of the inner publishers only.
  ///
  ///     source          ─a───b─────|
  ///     inner            ──0──1|         (of each)
  ///     switchToLatest  ───a0──b0─b1|
  public func switchToLatest() -> Publishers.SwitchToLatest<Output, Self> {
    Publishers.SwitchToLatest(upstream: self)
  }
}
