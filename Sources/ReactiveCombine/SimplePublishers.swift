import Reactive

/// One element, then finished.
public struct Just<Output>: Publisher {
  /// It cannot fail.
  public typealias Failure = Never
  /// The element.
  public let output: Output

  /// A publisher of this element.
  public init(_ output: Output) {
    self.output = output
  }

  /// The plain sequence.
  public func asObservable() -> Observable<Output> { .just(output) }
}

/// No element.
public struct Empty<Output, Failure: Error>: Publisher {
  private let completeImmediately: Bool

  /// A publisher that finishes at once, or never.
  public init(completeImmediately: Bool = true) {
    self.completeImmediately = completeImmediately
  }

  /// A publisher of such elements and failures that finishes at once, or never.
  public init(
    completeImmediately: Bool = true, outputType: Output.Type, failureType: Failure.Type
  ) {
    self.init(completeImmediately: completeImmediately)
  }

  /// The plain sequence.
  public func asObservable() -> Observable<Output> { completeImmediately ? .empty() : .never() }
}

/// An error.
public struct Fail<Output, Failure: Error>: Publisher {
  private let error: Failure

  /// A publisher that fails at once.
  public init(error: Failure) {
    self.error = error
  }

  /// A publisher of such elements that fails at once.
  public init(outputType: Output.Type, failure: Failure) {
    self.init(error: failure)
  }

  /// The plain sequence.
  public func asObservable() -> Observable<Output> { .error(error) }
}

/// A publisher that is made anew for each subscription.
public struct Deferred<Source: Publisher>: Publisher {
  /// The type of the elements.
  public typealias Output = Source.Output
  /// The type of the error.
  public typealias Failure = Source.Failure
  private let createPublisher: () -> Source

  /// A publisher that the closure makes.
  public init(createPublisher: @escaping () -> Source) {
    self.createPublisher = createPublisher
  }

  /// The plain sequence.
  public func asObservable() -> Observable<Output> {
    .deferred { [createPublisher] in createPublisher().asObservable() }
  }
}

/// The one result of work that starts when this is created, and is done once. It is kept, and cannot be cancelled.
public final class Future<Output, Failure: Error>: Publisher {
  /// What the work calls with its result; only the first time counts.
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
  /// The result, waited for; for ever, if the work never tells one.
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
  /// The value, waited for; for ever, if the work never tells one.
  public var value: Output {
    get async {
      switch await outcome {
      case .success(let output): output
      }
    }
  }
}

extension Result {
  /// The value, then finished; or the failure.
  @MainActor public var publisher: AnyPublisher<Success, Failure> {
    switch self {
    case .success(let value): AnyPublisher(.just(value))
    case .failure(let error): AnyPublisher(.error(error))
    }
  }
}

extension Optional {
  /// The value, if there is one, then finished.
  @MainActor public var publisher: AnyPublisher<Wrapped, Never> {
    AnyPublisher(.from(optional: self))
  }
}

extension Sequence {
  /// The elements, then finished.
  @MainActor public var publisher: AnyPublisher<Element, Never> { AnyPublisher(.from(self)) }
}
