import Reactive

extension Publisher {
  /// Transforms each element; an error that the closure throws is the failure.
  public func tryMap<Result>(
    _ transform: @escaping (Output) throws -> Result
  ) -> AnyPublisher<Result, any Error> { failing { $0.map(transform) } }

  /// Lets through the elements for which the closure is true; an error that it throws is the failure.
  public func tryFilter(
    _ isIncluded: @escaping (Output) throws -> Bool
  ) -> AnyPublisher<Output, any Error> { failing { $0.filter(isIncluded) } }

  /// Transforms each element, and leaves out nil; an error that the closure throws is the failure.
  public func tryCompactMap<Result>(
    _ transform: @escaping (Output) throws -> Result?
  ) -> AnyPublisher<Result, any Error> { failing { $0.compactMap(transform) } }

  /// Combines each element with the result so far; an error that the closure throws is the failure.
  public func tryScan<Result>(
    _ initialResult: Result, _ nextPartialResult: @escaping (Result, Output) throws -> Result
  ) -> AnyPublisher<Result, any Error> {
    failing { $0.scan(initialResult, accumulator: nextPartialResult) }
  }

  /// Combines all elements when it finishes; an error that the closure throws is the failure.
  public func tryReduce<Result>(
    _ initialResult: Result, _ nextPartialResult: @escaping (Result, Output) throws -> Result
  ) -> AnyPublisher<Result, any Error> {
    failing { $0.reduce(initialResult, accumulator: nextPartialResult) }
  }

  /// Leaves out an element that is the same as the one before; an error that the closure throws is the failure.
  public func tryRemoveDuplicates(
    by predicate: @escaping (Output, Output) throws -> Bool
  ) -> AnyPublisher<Output, any Error> { failing { $0.distinctUntilChanged(predicate) } }

  /// Transforms each element, and leaves out nil.
  public func compactMap<Result>(
    _ transform: @escaping (Output) -> Result?
  ) -> AnyPublisher<Result, Failure> { through { $0.compactMap(transform) } }

  /// Lets through the elements for which the closure is true.
  public func filter(_ isIncluded: @escaping (Output) -> Bool) -> AnyPublisher<Output, Failure> {
    through { $0.filter(isIncluded) }
  }

  /// Combines each element with the result so far.
  public func scan<Result>(
    _ initialResult: Result, _ nextPartialResult: @escaping (Result, Output) -> Result
  ) -> AnyPublisher<Result, Failure> {
    through { $0.scan(initialResult, accumulator: nextPartialResult) }
  }

  /// Combines all elements when it finishes.
  public func reduce<Result>(
    _ initialResult: Result, _ nextPartialResult: @escaping (Result, Output) -> Result
  ) -> AnyPublisher<Result, Failure> {
    through { $0.reduce(initialResult, accumulator: nextPartialResult) }
  }

  /// All elements when it finishes.
  public func collect() -> AnyPublisher<[Output], Failure> {
    through { $0.toArray().asObservable() }
  }

  /// Arrays of so many elements; the last may have fewer.
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

  /// Leaves out an element that is the same as the one before.
  public func removeDuplicates(
    by predicate: @escaping (Output, Output) -> Bool
  ) -> AnyPublisher<Output, Failure> { through { $0.distinctUntilChanged(predicate) } }

  /// The first elements.
  public func prefix(_ maxLength: Int) -> AnyPublisher<Output, Failure> {
    through { $0.take(maxLength) }
  }

  /// The first elements, as long as the closure is true.
  public func prefix(
    while predicate: @escaping (Output) -> Bool
  ) -> AnyPublisher<Output, Failure> { through { $0.take(while: predicate) } }

  /// The elements until another publisher sends one.
  public func prefix<Other: Publisher>(
    untilOutputFrom other: Other
  ) -> AnyPublisher<Output, Failure> { through { $0.take(until: other.asObservable()) } }

  /// The first element.
  public func first() -> AnyPublisher<Output, Failure> { prefix(1) }

  /// The last element when it finishes.
  public func last() -> AnyPublisher<Output, Failure> { through { $0.takeLast(1) } }

  /// Leaves out the first elements.
  public func dropFirst(_ count: Int = 1) -> AnyPublisher<Output, Failure> {
    through { $0.skip(count) }
  }

  /// Leaves out the first elements, as long as the closure is true.
  public func drop(while predicate: @escaping (Output) -> Bool) -> AnyPublisher<Output, Failure> {
    through { $0.skip(while: predicate) }
  }

  /// Leaves out the elements that come before another publisher sends one.
  public func drop<Other: Publisher>(
    untilOutputFrom other: Other
  ) -> AnyPublisher<Output, Failure> where Other.Failure == Failure {
    through { $0.skip(until: other.asObservable(), endsWhileClosed: true) }
  }

  /// Sends these first.
  public func prepend(_ elements: Output...) -> AnyPublisher<Output, Failure> {
    prepend(elements)
  }

  /// Sends the elements of a sequence first.
  public func prepend<Elements: Sequence>(_ elements: Elements) -> AnyPublisher<Output, Failure>
  where Elements.Element == Output { through { Observable.concat(.from(elements), $0) } }

  /// Sends what another publisher sends first.
  public func prepend<Other: Publisher>(_ other: Other) -> AnyPublisher<Output, Failure>
  where Other.Output == Output, Other.Failure == Failure {
    through { Observable.concat(other.asObservable(), $0) }
  }

  /// Sends what another publisher sends when it has finished.
  public func append<Other: Publisher>(_ other: Other) -> AnyPublisher<Output, Failure>
  where Other.Output == Output, Other.Failure == Failure { through { $0.concat(other) } }

  /// Sends these when it has finished.
  public func append(_ elements: Output...) -> AnyPublisher<Output, Failure> {
    append(elements)
  }

  /// Sends the elements of a sequence when it has finished.
  public func append<Elements: Sequence>(_ elements: Elements) -> AnyPublisher<Output, Failure>
  where Elements.Element == Output { through { $0.concat(Observable.from(elements)) } }

  /// Lets through nothing but the end.
  public func ignoreOutput() -> AnyPublisher<Never, Failure> { through { $0.ignoreElements() } }

  /// The element if there is none.
  public func replaceEmpty(with output: Output) -> AnyPublisher<Output, Failure> {
    through { $0.ifEmpty(default: output) }
  }

  /// One subscription to this for all who subscribe the result.
  public func share() -> AnyPublisher<Output, Failure> { through { $0.share(scope: .forever) } }

  /// Prints every event.
  public func print(_ prefix: String = "") -> AnyPublisher<Output, Failure> {
    through { $0.debug(prefix) }
  }
}

extension Publisher where Output: Equatable {
  /// Leaves out an element that equals the one before.
  public func removeDuplicates() -> AnyPublisher<Output, Failure> {
    through { $0.distinctUntilChanged() }
  }
}

extension Publisher {
  /// Replaces nil.
  public func replaceNil<Wrapped>(with output: Wrapped) -> Publishers.Map<Self, Wrapped>
  where Output == Wrapped? { map { $0 ?? output } }
}
