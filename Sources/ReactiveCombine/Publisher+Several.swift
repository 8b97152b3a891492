import Reactive

// These are written out for two, three and four publishers, as in Combine: with packs the compiler
// cannot infer tuple members in closures.
extension Publisher {
  /// Sends the newest elements of all; see ``Publishers/CombineLatest``.
  public func combineLatest<B: Publisher>(
    _ b: B
  ) -> Publishers.CombineLatest<(Output, B.Output), Failure> where B.Failure == Failure {
    Publishers.CombineLatest(self, b)
  }

  /// Combines the newest elements of all.
  public func combineLatest<B: Publisher, Result>(
    _ b: B, _ transform: @escaping (Output, B.Output) -> Result
  ) -> Publishers.Map<Publishers.CombineLatest<(Output, B.Output), Failure>, Result>
  where B.Failure == Failure {
    combineLatest(b).map { row in transform(row.0, row.1) }
  }

  /// Sends the newest elements of all; see ``Publishers/CombineLatest``.
  public func combineLatest<B: Publisher, C: Publisher>(
    _ b: B, _ c: C
  ) -> Publishers.CombineLatest<(Output, B.Output, C.Output), Failure>
  where B.Failure == Failure, C.Failure == Failure {
    Publishers.CombineLatest(self, b, c)
  }

  /// Combines the newest elements of all.
  public func combineLatest<B: Publisher, C: Publisher, Result>(
    _ b: B, _ c: C, _ transform: @escaping (Output, B.Output, C.Output) -> Result
  ) -> Publishers.Map<Publishers.CombineLatest<(Output, B.Output, C.Output), Failure>, Result>
  where B.Failure == Failure, C.Failure == Failure {
    combineLatest(b, c).map { row in transform(row.0, row.1, row.2) }
  }

  /// Sends the newest elements of all; see ``Publishers/CombineLatest``.
  public func combineLatest<B: Publisher, C: Publisher, D: Publisher>(
    _ b: B, _ c: C, _ d: D
  ) -> Publishers.CombineLatest<(Output, B.Output, C.Output, D.Output), Failure>
  where B.Failure == Failure, C.Failure == Failure, D.Failure == Failure {
    Publishers.CombineLatest(self, b, c, d)
  }

  /// Combines the newest elements of all.
  public func combineLatest<B: Publisher, C: Publisher, D: Publisher, Result>(
    _ b: B, _ c: C, _ d: D, _ transform: @escaping (Output, B.Output, C.Output, D.Output) -> Result
  )
    -> Publishers.Map<
      Publishers.CombineLatest<(Output, B.Output, C.Output, D.Output), Failure>, Result
    >
  where B.Failure == Failure, C.Failure == Failure, D.Failure == Failure {
    combineLatest(b, c, d).map { row in transform(row.0, row.1, row.2, row.3) }
  }

  /// Sends the elements by index; see ``Publishers/Zip``.
  public func zip<B: Publisher>(
    _ b: B
  ) -> Publishers.Zip<(Output, B.Output), Failure> where B.Failure == Failure {
    Publishers.Zip(self, b)
  }

  /// Combines the elements by index.
  public func zip<B: Publisher, Result>(
    _ b: B, _ transform: @escaping (Output, B.Output) -> Result
  ) -> Publishers.Map<Publishers.Zip<(Output, B.Output), Failure>, Result>
  where B.Failure == Failure {
    zip(b).map { row in transform(row.0, row.1) }
  }

  /// Sends the elements by index; see ``Publishers/Zip``.
  public func zip<B: Publisher, C: Publisher>(
    _ b: B, _ c: C
  ) -> Publishers.Zip<(Output, B.Output, C.Output), Failure>
  where B.Failure == Failure, C.Failure == Failure {
    Publishers.Zip(self, b, c)
  }

  /// Combines the elements by index.
  public func zip<B: Publisher, C: Publisher, Result>(
    _ b: B, _ c: C, _ transform: @escaping (Output, B.Output, C.Output) -> Result
  ) -> Publishers.Map<Publishers.Zip<(Output, B.Output, C.Output), Failure>, Result>
  where B.Failure == Failure, C.Failure == Failure {
    zip(b, c).map { row in transform(row.0, row.1, row.2) }
  }

  /// Sends the elements by index; see ``Publishers/Zip``.
  public func zip<B: Publisher, C: Publisher, D: Publisher>(
    _ b: B, _ c: C, _ d: D
  ) -> Publishers.Zip<(Output, B.Output, C.Output, D.Output), Failure>
  where B.Failure == Failure, C.Failure == Failure, D.Failure == Failure {
    Publishers.Zip(self, b, c, d)
  }

  /// Combines the elements by index.
  public func zip<B: Publisher, C: Publisher, D: Publisher, Result>(
    _ b: B, _ c: C, _ d: D, _ transform: @escaping (Output, B.Output, C.Output, D.Output) -> Result
  ) -> Publishers.Map<Publishers.Zip<(Output, B.Output, C.Output, D.Output), Failure>, Result>
  where B.Failure == Failure, C.Failure == Failure, D.Failure == Failure {
    zip(b, c, d).map { row in transform(row.0, row.1, row.2, row.3) }
  }

  /// Sends the elements of all as they come.
  public func merge(
    with others: any Publisher<Output, Failure>...
  ) -> AnyPublisher<Output, Failure> {
    through { .merge([$0] + others.map { $0.asObservable() }) }
  }
}
