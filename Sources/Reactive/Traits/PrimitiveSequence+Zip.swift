// The elements of several that run at the same time. A `Maybe` of them has none as soon as that is certain.
extension PrimitiveSequence {
  /// What the closure makes of the elements.
  @_disfavoredOverload
  public static func zip<each Source>(
    _ sources: repeat PrimitiveSequence<Trait, each Source>,
    resultSelector: @escaping (repeat each Source) throws -> Element
  ) -> Self { Self(trusting: .zip(repeat each sources, resultSelector: resultSelector)) }

  /// What the closure makes of the elements of four; written out because the compiler takes long with the pack.
  public static func zip<A, B, C, D>(
    _ a: PrimitiveSequence<Trait, A>, _ b: PrimitiveSequence<Trait, B>,
    _ c: PrimitiveSequence<Trait, C>, _ d: PrimitiveSequence<Trait, D>,
    resultSelector: @escaping (A, B, C, D) throws -> Element
  ) -> Self { Self(trusting: .zip(a, b, c, d, resultSelector: resultSelector)) }

  /// What the closure makes of the elements of five; written out because the compiler takes long with the pack.
  public static func zip<A, B, C, D, E>(
    _ a: PrimitiveSequence<Trait, A>, _ b: PrimitiveSequence<Trait, B>,
    _ c: PrimitiveSequence<Trait, C>, _ d: PrimitiveSequence<Trait, D>,
    _ e: PrimitiveSequence<Trait, E>,
    resultSelector: @escaping (A, B, C, D, E) throws -> Element
  ) -> Self { Self(trusting: .zip(a, b, c, d, e, resultSelector: resultSelector)) }
}

extension PrimitiveSequence where Element == Any {
  /// The elements of two as a tuple.
  public static func zip<A, B>(
    _ a: PrimitiveSequence<Trait, A>, _ b: PrimitiveSequence<Trait, B>
  ) -> PrimitiveSequence<Trait, (A, B)> { .init(trusting: Observable.zip(a, b)) }

  /// The elements of three as a tuple.
  public static func zip<A, B, C>(
    _ a: PrimitiveSequence<Trait, A>, _ b: PrimitiveSequence<Trait, B>,
    _ c: PrimitiveSequence<Trait, C>
  ) -> PrimitiveSequence<Trait, (A, B, C)> { .init(trusting: Observable.zip(a, b, c)) }

  /// The elements of four as a tuple.
  public static func zip<A, B, C, D>(
    _ a: PrimitiveSequence<Trait, A>, _ b: PrimitiveSequence<Trait, B>,
    _ c: PrimitiveSequence<Trait, C>, _ d: PrimitiveSequence<Trait, D>
  ) -> PrimitiveSequence<Trait, (A, B, C, D)> { .init(trusting: Observable.zip(a, b, c, d)) }

  /// The elements of five as a tuple.
  public static func zip<A, B, C, D, E>(
    _ a: PrimitiveSequence<Trait, A>, _ b: PrimitiveSequence<Trait, B>,
    _ c: PrimitiveSequence<Trait, C>, _ d: PrimitiveSequence<Trait, D>,
    _ e: PrimitiveSequence<Trait, E>
  ) -> PrimitiveSequence<Trait, (A, B, C, D, E)> { .init(trusting: Observable.zip(a, b, c, d, e)) }

  /// The elements of any number as a tuple.
  @_disfavoredOverload
  public static func zip<each Source>(
    _ sources: repeat PrimitiveSequence<Trait, each Source>
  ) -> PrimitiveSequence<Trait, (repeat each Source)> {
    .init(trusting: Observable.zip(repeat each sources))
  }
}

extension PrimitiveSequence where Trait == SingleTrait {
  /// What the closure makes of the results of a collection of requests, in its order. Of none, of an empty array.
  public static func zip<Sources: Collection, Result>(
    _ sources: Sources, resultSelector: @escaping ([Element]) throws -> Result
  ) -> Single<Result> where Sources.Element == Single<Element> {
    if sources.isEmpty { return .deferred { .just(try resultSelector([])) } }
    return Single<Result>(trusting: .zip(sources, resultSelector: resultSelector))
  }

  /// The results of a collection of requests, in its order. Of none, an empty array.
  public static func zip<Sources: Collection>(_ sources: Sources) -> Single<[Element]>
  where Sources.Element == Single<Element> { zip(sources) { $0 } }
}
