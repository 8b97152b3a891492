import Reactive

extension Publisher {
  /// Runs a publisher for each element, all at the same time.
  public func flatMap<Inner: Publisher>(
    _ transform: @escaping (Output) -> Inner
  ) -> AnyPublisher<Inner.Output, Failure> where Inner.Failure == Failure {
    through { $0.flatMap(transform) }
  }

  /// Combines the newest elements of all.
  public func combineLatest<each Other>(
    _ others: repeat any Publisher<each Other, Failure>
  ) -> AnyPublisher<(Output, repeat each Other), Failure> {
    through { Observable.combineLatest($0, repeat (each others).asObservable()) }
  }

  /// Combines the newest elements of all.
  public func combineLatest<each Other, Result>(
    _ others: repeat any Publisher<each Other, Failure>,
    transform: @escaping (Output, repeat each Other) -> Result
  ) -> AnyPublisher<Result, Failure> {
    through {
      Observable.combineLatest(
        $0, repeat (each others).asObservable(), resultSelector: transform)
    }
  }

  /// Combines the elements by their number. It finishes when all have.
  public func zip<each Other>(
    _ others: repeat any Publisher<each Other, Failure>
  ) -> AnyPublisher<(Output, repeat each Other), Failure> {
    through { Observable.zip($0, repeat (each others).asObservable()) }
  }

  /// Sends what any of them sends.
  public func merge(
    with others: any Publisher<Output, Failure>...
  ) -> AnyPublisher<Output, Failure> {
    through { .merge([$0] + others.map { $0.asObservable() }) }
  }
}

extension Publisher where Output: Publisher, Output.Failure == Failure {
  /// Runs the newest of the inner publishers only.
  public func switchToLatest() -> AnyPublisher<Output.Output, Failure> {
    through { $0.switchLatest() }
  }
}

extension Publisher where Failure == Never {
  /// The newest of inner publishers that may fail.
  public func switchToLatest<Result, InnerFailure: Error>() -> AnyPublisher<Result, InnerFailure>
  where Output: Publisher<Result, InnerFailure> { failing { $0.switchLatest() } }

  /// Runs a publisher that may fail for each element.
  public func flatMap<Inner: Publisher>(
    _ transform: @escaping (Output) -> Inner
  ) -> AnyPublisher<Inner.Output, Inner.Failure> { failing { $0.flatMap(transform) } }
}
