// `zip` runs its sources at the same time. With `Maybe`, the result has no element as soon as one
// source has none.
extension PrimitiveSequence {
  /// Combines the elements.
  @_disfavoredOverload
  public static func zip<each Source>(
    _ sources: repeat PrimitiveSequence<Trait, each Source>,
    resultSelector: @escaping (repeat each Source) throws -> Element
  ) -> Self { Self(trusting: .zip(repeat each sources, resultSelector: resultSelector)) }

  /// Combines the elements of four; written out because the compiler is slow with the pack.
  public static func zip<A, B, C, D>(
    _ a: PrimitiveSequence<Trait, A>, _ b: PrimitiveSequence<Trait, B>,
    _ c: PrimitiveSequence<Trait, C>, _ d: PrimitiveSequence<Trait, D>,
    resultSelector: @escaping (A, B, C, D) throws -> Element
  ) -> Self { Self(trusting: .zip(a, b, c, d, resultSelector: resultSelector)) }

  /// Combines the elements of five; written out because the compiler is slow with the pack.
  public static func zip<A, B, C, D, E>(
    _ a: PrimitiveSequence<Trait, A>, _ b: PrimitiveSequence<Trait, B>,
    _ c: PrimitiveSequence<Trait, C>, _ d: PrimitiveSequence<Trait, D>,
    _ e: PrimitiveSequence<Trait, E>,
    resultSelector: @escaping (A, B, C, D, E) throws -> Element
  ) -> Self { Self(trusting: .zip(a, b, c, d, e, resultSelector: resultSelector)) }
}

extension PrimitiveSequence where Element == Any {
  /// Combines the elements of two as a tuple.
  public static func zip<A, B>(
    _ a: PrimitiveSequence<Trait, A>, _ b: PrimitiveSequence<Trait, B>
  ) -> PrimitiveSequence<Trait, (A, B)> { .init(trusting: Observable.zip(a, b)) }

  /// Combines the elements of three as a tuple.
  public static func zip<A, B, C>(
    _ a: PrimitiveSequence<Trait, A>, _ b: PrimitiveSequence<Trait, B>,
    _ c: PrimitiveSequence<Trait, C>
  ) -> PrimitiveSequence<Trait, (A, B, C)> { .init(trusting: Observable.zip(a, b, c)) }

  /// Combines the elements of four as a tuple.
  public static func zip<A, B, C, D>(
    _ a: PrimitiveSequence<Trait, A>, _ b: PrimitiveSequence<Trait, B>,
    _ c: PrimitiveSequence<Trait, C>, _ d: PrimitiveSequence<Trait, D>
  ) -> PrimitiveSequence<Trait, (A, B, C, D)> { .init(trusting: Observable.zip(a, b, c, d)) }

  /// Combines the elements of five as a tuple.
  public static func zip<A, B, C, D, E>(
    _ a: PrimitiveSequence<Trait, A>, _ b: PrimitiveSequence<Trait, B>,
    _ c: PrimitiveSequence<Trait, C>, _ d: PrimitiveSequence<Trait, D>,
    _ e: PrimitiveSequence<Trait, E>
  ) -> PrimitiveSequence<Trait, (A, B, C, D, E)> { .init(trusting: Observable.zip(a, b, c, d, e)) }

  /// Combines the elements of any number as a tuple.
  @_disfavoredOverload
  public static func zip<each Source>(
    _ sources: repeat PrimitiveSequence<Trait, each Source>
  ) -> PrimitiveSequence<Trait, (repeat each Source)> {
    .init(trusting: Observable.zip(repeat each sources))
  }
}

extension PrimitiveSequence where Trait == SingleTrait {
  /// Combines the elements of a collection in order; an empty collection gives an empty array to
  /// the closure.
  public static func zip<Sources: Collection, Result>(
    _ sources: Sources, resultSelector: @escaping ([Element]) throws -> Result
  ) -> Single<Result> where Sources.Element == Single<Element> {
    if sources.isEmpty { return .deferred { .just(try resultSelector([])) } }
    return Single<Result>(trusting: .zip(sources, resultSelector: resultSelector))
  }

  /// Sends the elements of a collection as an array, in order; an empty array for an empty
  /// collection.
  public static func zip<Sources: Collection>(_ sources: Sources) -> Single<[Element]>
  where Sources.Element == Single<Element> { zip(sources) { $0 } }
}
