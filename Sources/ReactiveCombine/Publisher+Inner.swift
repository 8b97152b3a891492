import Reactive

extension Subscribers {
  /// A requested number of elements.
  public struct Demand: Equatable, Sendable {
    let count: Int

    /// Unlimited.
    public static let unlimited = Demand(count: .max)
    /// No elements.
    public static let none = Demand(count: 0)

    /// At most this number.
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
  /// - Parameter maxPublishers: How many run at the same time. Further ones wait here, as there is
  ///   no demand; in Combine the source waits, and a subject's elements are lost meanwhile.
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

  /// Runs only the newest inner publisher, which may fail.
  public func switchToLatest<Result, InnerFailure: Error>() -> AnyPublisher<Result, InnerFailure>
  where Output: Publisher<Result, InnerFailure> { failing { $0.switchLatest() } }
}

extension Publisher where Output: Publisher, Output.Failure == Never {
  /// Runs only the newest inner publisher, which cannot fail.
  @_disfavoredOverload
  public func switchToLatest() -> AnyPublisher<Output.Output, Failure> {
    through { $0.switchLatest() }
  }
}
