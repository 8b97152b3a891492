import Reactive

extension Publisher {
  /// The newest elements of all; see ``Publishers/CombineLatest``.
  public func combineLatest<each Other>(
    _ others: repeat any Publisher<each Other, Failure>
  ) -> Publishers.CombineLatest<Failure, Output, repeat each Other> {
    Publishers.CombineLatest(self, repeat each others)
  }

  /// What the closure makes of the newest elements of all.
  public func combineLatest<each Other, Result>(
    _ others: repeat any Publisher<each Other, Failure>,
    transform: @escaping (Output, repeat each Other) -> Result
  ) -> AnyPublisher<Result, Failure> {
    through {
      .rows(
        of: $0, repeat (each others).asObservable(), keepsAll: false, completion: .all, transform)
    }
  }

  /// The elements by their number; see ``Publishers/Zip``.
  public func zip<each Other>(
    _ others: repeat any Publisher<each Other, Failure>
  ) -> Publishers.Zip<Failure, Output, repeat each Other> {
    Publishers.Zip(self, repeat each others)
  }

  /// What the closure makes of the elements by their number.
  public func zip<each Other, Result>(
    _ others: repeat any Publisher<each Other, Failure>,
    transform: @escaping (Output, repeat each Other) -> Result
  ) -> AnyPublisher<Result, Failure> {
    through {
      .rows(
        of: $0, repeat (each others).asObservable(), keepsAll: true, completion: .exhausted,
        transform)
    }
  }

  /// Sends what any of them sends.
  public func merge(
    with others: any Publisher<Output, Failure>...
  ) -> AnyPublisher<Output, Failure> {
    through { .merge([$0] + others.map { $0.asObservable() }) }
  }
}
