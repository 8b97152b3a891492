import Reactive

/// A `Reactive` sequence with Combine's names, which also states the type of its error.
///
/// It runs on the main actor and has no demand: each element is sent when it comes. Most operators
/// return ``AnyPublisher``.
@MainActor public protocol Publisher<Output, Failure>: ObservableConvertibleType
where Element == Output {
  /// The type of the elements.
  associatedtype Output
  /// The type of the error; `Never` if there is none.
  associatedtype Failure: Error
}

/// A type-erased publisher.
public struct AnyPublisher<Output, Failure: Error>: Publisher {
  private let observable: Observable<Output>

  /// Creates a publisher from a plain sequence, which must fail with no other error.
  init(_ observable: Observable<Output>) {
    self.observable = observable
  }

  /// Creates a publisher that forwards another one.
  public init<Source: Publisher>(_ publisher: Source)
  where Source.Output == Output, Source.Failure == Failure {
    observable = publisher.asObservable()
  }

  /// The plain sequence.
  public func asObservable() -> Observable<Output> { observable }
}

extension Publisher {
  /// This publisher, type-erased.
  public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> { AnyPublisher(self) }

  /// Applies operators that keep the error type.
  func through<Result>(
    _ operators: (Observable<Output>) -> Observable<Result>
  ) -> AnyPublisher<Result, Failure> { AnyPublisher(operators(asObservable())) }

  /// Applies operators that may change the error type.
  func failing<Result, NewFailure: Error>(
    _ type: NewFailure.Type = NewFailure.self,
    _ operators: (Observable<Output>) -> Observable<Result>
  ) -> AnyPublisher<Result, NewFailure> { AnyPublisher(operators(asObservable())) }
}

extension ObservableConvertibleType {
  /// This sequence as a publisher.
  public func asPublisher() -> AnyPublisher<Element, any Error> { AnyPublisher(asObservable()) }
}
