import Reactive

extension Publisher {
  /// Transforms each element; an error that the closure throws is the failure.
  public func tryMap<Result>(
    _ transform: @escaping (Output) throws -> Result
  ) -> AnyPublisher<Result, any Error> { failing { $0.map(transform) } }

  /// Sends the elements for which the closure is true; an error that it throws is the failure.
  public func tryFilter(
    _ isIncluded: @escaping (Output) throws -> Bool
  ) -> AnyPublisher<Output, any Error> { failing { $0.filter(isIncluded) } }

  /// Transforms each element and omits nil; an error that the closure throws is the failure.
  public func tryCompactMap<Result>(
    _ transform: @escaping (Output) throws -> Result?
  ) -> AnyPublisher<Result, any Error> { failing { $0.compactMap(transform) } }

  /// Combines each element with the result so far; an error that the closure throws is the failure.
  public func tryScan<Result>(
    _ initialResult: Result, _ nextPartialResult: @escaping (Result, Output) throws -> Result
  ) -> AnyPublisher<Result, any Error> {
    failing { $0.scan(initialResult, accumulator: nextPartialResult) }
  }

  /// Combines all elements and sends the result when this finishes; an error that the closure
  /// throws is the failure.
  public func tryReduce<Result>(
    _ initialResult: Result, _ nextPartialResult: @escaping (Result, Output) throws -> Result
  ) -> AnyPublisher<Result, any Error> {
    failing { $0.reduce(initialResult, accumulator: nextPartialResult) }
  }

  /// Omits an element that matches the previous one; an error that the closure throws is the
  /// failure.
  public func tryRemoveDuplicates(
    by predicate: @escaping (Output, Output) throws -> Bool
  ) -> AnyPublisher<Output, any Error> { failing { $0.distinctUntilChanged(predicate) } }

  /// Transforms each element and omits nil.
  public func compactMap<Result>(
    _ transform: @escaping (Output) -> Result?
  ) -> AnyPublisher<Result, Failure> { through { $0.compactMap(transform) } }

  /// Sends the elements for which the closure is true.
  public func filter(_ isIncluded: @escaping (Output) -> Bool) -> AnyPublisher<Output, Failure> {
    through { $0.filter(isIncluded) }
  }

  /// Combines each element with the result so far.
  public func scan<Result>(
    _ initialResult: Result, _ nextPartialResult: @escaping (Result, Output) -> Result
  ) -> AnyPublisher<Result, Failure> {
    through { $0.scan(initialResult, accumulator: nextPartialResult) }
  }

  /// Combines all elements and sends the result when this finishes.
  public func reduce<Result>(
    _ initialResult: Result, _ nextPartialResult: @escaping (Result, Output) -> Result
  ) -> AnyPublisher<Result, Failure> {
    through { $0.reduce(initialResult, accumulator: nextPartialResult) }
  }

  /// Sends all elements as an array when this finishes.
  public func collect() -> AnyPublisher<[Output], Failure> {
    through { $0.toArray().asObservable() }
  }

  /// Sends arrays of `count` elements; the last may have fewer.
  public func collect(_ count: Int) -> AnyPublisher<[Output], Failure> {
    through { source in
      .feeding { sink in
        var elements: [Output] = []
        return source.attach(
          sink.receiver(
            onStop: { stop in
              if case .completed = stop, !elements.isEmpty { sink.next(elements) }
              sink.stop(stop)
            },
            onNext: { element in
              elements.append(element)
              if elements.count < count { return }
              let full = elements
              elements = []
              sink.next(full)
            }))
      }
    }
  }

  /// Omits an element that matches the previous one.
  public func removeDuplicates(
    by predicate: @escaping (Output, Output) -> Bool
  ) -> AnyPublisher<Output, Failure> { through { $0.distinctUntilChanged(predicate) } }

  /// Sends the first `maxLength` elements.
  public func prefix(_ maxLength: Int) -> AnyPublisher<Output, Failure> {
    through { $0.take(maxLength) }
  }

  /// Sends the first elements, as long as the closure is true.
  public func prefix(
    while predicate: @escaping (Output) -> Bool
  ) -> AnyPublisher<Output, Failure> { through { $0.take(while: predicate) } }

  /// Sends the elements until another publisher sends one.
  public func prefix<Other: Publisher>(
    untilOutputFrom other: Other
  ) -> AnyPublisher<Output, Failure> { through { $0.take(until: other.asObservable()) } }

  /// Sends the first element.
  public func first() -> AnyPublisher<Output, Failure> { prefix(1) }

  /// Sends the last element when this finishes.
  public func last() -> AnyPublisher<Output, Failure> { through { $0.takeLast(1) } }

  /// Omits the first `count` elements.
  public func dropFirst(_ count: Int = 1) -> AnyPublisher<Output, Failure> {
    through { $0.skip(count) }
  }

  /// Omits the first elements, as long as the closure is true.
  public func drop(while predicate: @escaping (Output) -> Bool) -> AnyPublisher<Output, Failure> {
    through { $0.skip(while: predicate) }
  }

  /// Omits the elements that come before another publisher sends one.
  public func drop<Other: Publisher>(
    untilOutputFrom other: Other
  ) -> AnyPublisher<Output, Failure> where Other.Failure == Failure {
    through { $0.skip(until: other.asObservable(), endsWhileClosed: true) }
  }

  /// Sends these elements first.
  public func prepend(_ elements: Output...) -> AnyPublisher<Output, Failure> {
    prepend(elements)
  }

  /// Sends the elements of a sequence first.
  public func prepend<Elements: Sequence>(_ elements: Elements) -> AnyPublisher<Output, Failure>
  where Elements.Element == Output { through { Observable.concat(.from(elements), $0) } }

  /// Sends the elements of another publisher first.
  public func prepend<Other: Publisher>(_ other: Other) -> AnyPublisher<Output, Failure>
  where Other.Output == Output, Other.Failure == Failure {
    through { Observable.concat(other.asObservable(), $0) }
  }

  /// Sends the elements of another publisher after this has finished.
  public func append<Other: Publisher>(_ other: Other) -> AnyPublisher<Output, Failure>
  where Other.Output == Output, Other.Failure == Failure { through { $0.concat(other) } }

  /// Sends these elements after this has finished.
  public func append(_ elements: Output...) -> AnyPublisher<Output, Failure> {
    append(elements)
  }

  /// Sends the elements of a sequence after this has finished.
  public func append<Elements: Sequence>(_ elements: Elements) -> AnyPublisher<Output, Failure>
  where Elements.Element == Output { through { $0.concat(Observable.from(elements)) } }

  /// Forwards only the end.
  public func ignoreOutput() -> AnyPublisher<Never, Failure> { through { $0.ignoreElements() } }

  /// Sends the element if this finishes without one.
  public func replaceEmpty(with output: Output) -> AnyPublisher<Output, Failure> {
    through { $0.ifEmpty(default: output) }
  }

  /// Shares one subscription among all subscribers.
  public func share() -> AnyPublisher<Output, Failure> { through { $0.share(scope: .forever) } }

  /// Prints every event.
  public func print(_ prefix: String = "") -> AnyPublisher<Output, Failure> {
    through { $0.debug(prefix) }
  }
}

extension Publisher where Output: Equatable {
  /// Omits an element that equals the previous one.
  public func removeDuplicates() -> AnyPublisher<Output, Failure> {
    through { $0.distinctUntilChanged() }
  }
}

extension Publisher {
  /// Replaces nil elements.
  public func replaceNil<Wrapped>(with output: Wrapped) -> Publishers.Map<Self, Wrapped>
  where Output == Wrapped? { map { $0 ?? output } }
}
