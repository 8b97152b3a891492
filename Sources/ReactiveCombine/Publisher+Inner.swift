import Reactive

extension Subscribers {
  /// How many are wanted.
  public struct Demand: Equatable, Sendable {
    let count: Int

    /// As many as there are.
    public static let unlimited = Demand(count: .max)
    /// None.
    public static let none = Demand(count: 0)

    /// So many.
    public static func max(_ count: Int) -> Demand { Demand(count: count) }
  }
}

extension Publisher {
  /// Runs a publisher for each element.
  ///
  ///     source   ─a────b────|
  ///     inner     ──0──1|         (of each)
  ///     flatMap  ───a0─a1b0─b1|
  ///
  /// - Parameter maxPublishers: How many run at the same time. The others wait here for their turn, as there is no
  ///   demand; in Combine it is the source that is asked to wait, and a subject's elements are lost meanwhile.
  public func flatMap<Inner: Publisher>(
    maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> Inner
  ) -> AnyPublisher<Inner.Output, Failure> where Inner.Failure == Failure {
    through { $0.map(transform).merge(maxConcurrent: maxPublishers.count) }
  }

  /// Runs a publisher that cannot fail for each element.
  @_disfavoredOverload
  public func flatMap<Inner: Publisher>(
    maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> Inner
  ) -> AnyPublisher<Inner.Output, Failure> where Inner.Failure == Never {
    through { $0.map(transform).merge(maxConcurrent: maxPublishers.count) }
  }
}

extension Publisher where Failure == Never {
  /// Runs a publisher that may fail for each element.
  @_disfavoredOverload
  public func flatMap<Inner: Publisher>(
    maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> Inner
  ) -> AnyPublisher<Inner.Output, Inner.Failure> {
    failing { $0.map(transform).merge(maxConcurrent: maxPublishers.count) }
  }

  /// Runs the newest of inner publishers that may fail.
  public func switchToLatest<Result, InnerFailure: Error>() -> AnyPublisher<Result, InnerFailure>
  where Output: Publisher<Result, InnerFailure> { failing { $0.switchLatest() } }
}

extension Publisher where Output: Publisher, Output.Failure == Never {
  /// Runs the newest of inner publishers that cannot fail.
  @_disfavoredOverload
  public func switchToLatest() -> AnyPublisher<Output.Output, Failure> {
    through { $0.switchLatest() }
  }
}
