import Reactive

// Two, three and four publishers, as in Combine; with packs the compiler cannot look into the tuples in closures.
extension Publisher {
  /// The newest elements of all; see ``Publishers/CombineLatest``.
  public func combineLatest<B: Publisher>(
    _ b: B
  ) -> Publishers.CombineLatest<(Output, B.Output), Failure> where B.Failure == Failure {
    Publishers.CombineLatest(self, b)
  }

  /// What the closure makes of the newest elements of all.
  public func combineLatest<B: Publisher, Result>(
    _ b: B, _ transform: @escaping (Output, B.Output) -> Result
  ) -> Publishers.Map<Publishers.CombineLatest<(Output, B.Output), Failure>, Result>
  where B.Failure == Failure {
    combineLatest(b).map { row in transform(row.0, row.1) }
  }

  /// The newest elements of all; see ``Publishers/CombineLatest``.
  public func combineLatest<B: Publisher, C: Publisher>(
    _ b: B, _ c: C
  ) -> Publishers.CombineLatest<(Output, B.Output, C.Output), Failure>
  where B.Failure == Failure, C.Failure == Failure {
    Publishers.CombineLatest(self, b, c)
  }

  /// What the closure makes of the newest elements of all.
  public func combineLatest<B: Publisher, C: Publisher, Result>(
    _ b: B, _ c: C, _ transform: @escaping (Output, B.Output, C.Output) -> Result
  ) -> Publishers.Map<Publishers.CombineLatest<(Output, B.Output, C.Output), Failure>, Result>
  where B.Failure == Failure, C.Failure == Failure {
    combineLatest(b, c).map { row in transform(row.0, row.1, row.2) }
  }

  /// The newest elements of all; see ``Publishers/CombineLatest``.
  public func combineLatest<B: Publisher, C: Publisher, D: Publisher>(
    _ b: B, _ c: C, _ d: D
  ) -> Publishers.CombineLatest<(Output, B.Output, C.Output, D.Output), Failure>
  where B.Failure == Failure, C.Failure == Failure, D.Failure == Failure {
    Publishers.CombineLatest(self, b, c, d)
  }

  /// What the closure makes of the newest elements of all.
  public func combineLatest<B: Publisher, C: Publisher, D: Publisher, Result>(
    _ b: B, _ c: C, _ d: D, _ transform: @escaping (Output, B.Output, C.Output, D.Output) -> Result
  )
    -> Publishers.Map<
      Publishers.CombineLatest<(Output, B.Output, C.Output, D.Output), Failure>, Result
    >
  where B.Failure == Failure, C.Failure == Failure, D.Failure == Failure {
    combineLatest(b, c, d).map { row in transform(row.0, row.1, row.2, row.3) }
  }

  /// The elements by their number; see ``Publishers/Zip``.
  public func zip<B: Publisher>(
    _ b: B
  ) -> Publishers.Zip<(Output, B.Output), Failure> where B.Failure == Failure {
    Publishers.Zip(self, b)
  }

  /// What the closure makes of the elements by their number.
  public func zip<B: Publisher, Result>(
    _ b: B, _ transform: @escaping (Output, B.Output) -> Result
  ) -> Publishers.Map<Publishers.Zip<(Output, B.Output), Failure>, Result>
  where B.Failure == Failure {
    zip(b).map { row in transform(row.0, row.1) }
  }

  /// The elements by their number; see ``Publishers/Zip``.
  public func zip<B: Publisher, C: Publisher>(
    _ b: B, _ c: C
  ) -> Publishers.Zip<(Output, B.Output, C.Output), Failure>
  where B.Failure == Failure, C.Failure == Failure {
    Publishers.Zip(self, b, c)
  }

  /// What the closure makes of the elements by their number.
  public func zip<B: Publisher, C: Publisher, Result>(
    _ b: B, _ c: C, _ transform: @escaping (Output, B.Output, C.Output) -> Result
  ) -> Publishers.Map<Publishers.Zip<(Output, B.Output, C.Output), Failure>, Result>
  where B.Failure == Failure, C.Failure == Failure {
    zip(b, c).map { row in transform(row.0, row.1, row.2) }
  }

  /// The elements by their number; see ``Publishers/Zip``.
  public func zip<B: Publisher, C: Publisher, D: Publisher>(
    _ b: B, _ c: C, _ d: D
  ) -> Publishers.Zip<(Output, B.Output, C.Output, D.Output), Failure>
  where B.Failure == Failure, C.Failure == Failure, D.Failure == Failure {
    Publishers.Zip(self, b, c, d)
  }

  /// What the closure makes of the elements by their number.
  public func zip<B: Publisher, C: Publisher, D: Publisher, Result>(
    _ b: B, _ c: C, _ d: D, _ transform: @escaping (Output, B.Output, C.Output, D.Output) -> Result
  ) -> Publishers.Map<Publishers.Zip<(Output, B.Output, C.Output, D.Output), Failure>, Result>
  where B.Failure == Failure, C.Failure == Failure, D.Failure == Failure {
    zip(b, c, d).map { row in transform(row.0, row.1, row.2, row.3) }
  }

  /// Sends what any of them sends.
  public func merge(
    with others: any Publisher<Output, Failure>...
  ) -> AnyPublisher<Output, Failure> {
    through { .merge([$0] + others.map { $0.asObservable() }) }
  }
}
