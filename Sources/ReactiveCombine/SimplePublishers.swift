import Reactive

/// A publisher that sends one element and finishes.
public struct Just<Output>: Publisher {
  /// The publisher cannot fail.
  public typealias Failure = Never
  /// The element.
  public let output: Output

  /// Creates a publisher of this element.
  public init(_ output: Output) {
    self.output = output
  }

  /// The plain sequence.
  public func asObservable() -> Observable<Output> { .just(output) }
}

/// A publisher without elements.
public struct Empty<Output, Failure: Error>: Publisher {
  private let completeImmediately: Bool

  /// Creates a publisher that finishes at once, or never.
  public init(completeImmediately: Bool = true) {
    self.completeImmediately = completeImmediately
  }

  /// Creates a publisher of the given types that finishes at once, or never.
  public init(
    completeImmediately: Bool = true, outputType: Output.Type, failureType: Failure.Type
  ) {
    self.init(completeImmediately: completeImmediately)
  }

  /// The plain sequence.
  public func asObservable() -> Observable<Output> { completeImmediately ? .empty() : .never() }
}

/// A publisher that fails at once.
public struct Fail<Output, Failure: Error>: Publisher {
  private let error: Failure

  /// Creates a publisher that fails at once.
  public init(error: Failure) {
    self.error = error
  }

  /// Creates a publisher of the given element type that fails at once.
  public init(outputType: Output.Type, failure: Failure) {
    self.init(error: failure)
  }

  /// The plain sequence.
  public func asObservable() -> Observable<Output> { .error(error) }
}

/// A publisher that creates its source for each subscription.
public struct Deferred<Source: Publisher>: Publisher {
  /// The type of the elements.
  public typealias Output = Source.Output
  /// The type of the error.
  public typealias Failure = Source.Failure
  private let createPublisher: () -> Source

  /// Creates a publisher from the closure.
  public init(createPublisher: @escaping () -> Source) {
    self.createPublisher = createPublisher
  }

  /// The plain sequence.
  public func asObservable() -> Observable<Output> {
    .deferred { [createPublisher] in createPublisher().asObservable() }
  }
}

/// A publisher of the result of work that starts at its creation and runs once. The result is kept;
/// the work cannot be cancelled.
public final class Future<Output, Failure: Error>: Publisher {
  /// The work calls it with its result; only the first call counts.
  public typealias Promise = (Result<Output, Failure>) -> Void

  private let result = ReplaySubject<Output>.create(bufferSize: 1)

  /// Starts the work.
  public init(_ attemptToFulfill: @escaping (@escaping Promise) -> Void) {
    attemptToFulfill { [result] outcome in
      switch outcome {
      case .success(let output):
        result.onNext(output)
        result.onCompleted()
      case .failure(let error): result.onError(error)
      }
    }
  }

  /// The plain sequence.
  public func asObservable() -> Observable<Output> { result }
}

extension Future where Output: Sendable {
  /// Awaits the result. It never returns if the work never reports one.
  public var value: Output {
    get async throws { try await outcome.get() }
  }

  fileprivate var outcome: Result<Output, Failure> {
    get async {
      await withCheckedContinuation { continuation in
        _ = result.subscribe(
          onNext: { continuation.resume(returning: .success($0)) },
          onError: { error in
            if let failure = error as? Failure { continuation.resume(returning: .failure(failure)) }
          })
      }
    }
  }
}

extension Future where Output: Sendable, Failure == Never {
  /// Awaits the value. It never returns if the work never reports one.
  public var value: Output {
    get async {
      switch await outcome {
      case .success(let output): output
      }
    }
  }
}

extension Result {
  /// Sends the value and finishes, or fails.
  @MainActor public var publisher: AnyPublisher<Success, Failure> {
    switch self {
    case .success(let value): AnyPublisher(.just(value))
    case .failure(let error): AnyPublisher(.error(error))
    }
  }
}

extension Optional {
  /// Sends the value unless it is nil, then finishes.
  @MainActor public var publisher: AnyPublisher<Wrapped, Never> {
    AnyPublisher(.from(optional: self))
  }
}

extension Sequence {
  /// Sends the elements, then finishes.
  @MainActor public var publisher: AnyPublisher<Element, Never> { AnyPublisher(.from(self)) }
}
