import Reactive

/// A sequence by the names of Combine: a `Reactive` sequence that also tells the type of its error.
///
/// Nothing else is different. All of it runs on the main actor; there is no demand, and every element is sent when it
/// comes. The operators give ``AnyPublisher``.
@MainActor public protocol Publisher<Output, Failure>: ObservableConvertibleType
where Element == Output {
  /// The type of the elements.
  associatedtype Output
  /// The type of the error; `Never` if there is none.
  associatedtype Failure: Error
}

/// A publisher of which nothing else is known.
public struct AnyPublisher<Output, Failure: Error>: Publisher {
  private let observable: Observable<Output>

  /// A publisher of a plain sequence, which must fail with no other error.
  init(_ observable: Observable<Output>) {
    self.observable = observable
  }

  /// A publisher that does what another one does.
  public init<Source: Publisher>(_ publisher: Source)
  where Source.Output == Output, Source.Failure == Failure {
    observable = publisher.asObservable()
  }

  /// The plain sequence.
  public func asObservable() -> Observable<Output> { observable }
}

extension Publisher {
  /// This behind a type that tells nothing else.
  public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> { AnyPublisher(self) }

  /// The result of operators that do not change the error.
  func through<Result>(
    _ operators: (Observable<Output>) -> Observable<Result>
  ) -> AnyPublisher<Result, Failure> { AnyPublisher(operators(asObservable())) }

  /// The result of operators that may.
  func failing<Result, NewFailure: Error>(
    _ type: NewFailure.Type = NewFailure.self,
    _ operators: (Observable<Output>) -> Observable<Result>
  ) -> AnyPublisher<Result, NewFailure> { AnyPublisher(operators(asObservable())) }
}

extension ObservableConvertibleType {
  /// This sequence by the names of Combine.
  public func asPublisher() -> AnyPublisher<Element, any Error> { AnyPublisher(asObservable()) }
}
