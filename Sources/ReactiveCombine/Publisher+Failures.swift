import Reactive

extension Publisher {
  /// Goes on with another publisher after a failure.
  public func `catch`<Next: Publisher>(
    _ handler: @escaping (Failure) -> Next
  ) -> AnyPublisher<Output, Next.Failure> where Next.Output == Output {
    failing { source in
      source.catch { error in
        guard let failure = error as? Failure else { throw error }
        return handler(failure).asObservable()
      }
    }
  }

  /// The same; an error that the closure throws is the failure.
  public func tryCatch<Next: Publisher>(
    _ handler: @escaping (Failure) throws -> Next
  ) -> AnyPublisher<Output, any Error> where Next.Output == Output {
    failing { source in
      source.catch { error in
        guard let failure = error as? Failure else { throw error }
        return try handler(failure).asObservable()
      }
    }
  }

  /// Sends the element in place of a failure, and finishes.
  public func replaceError(with output: Output) -> AnyPublisher<Output, Never> {
    failing { $0.catchAndReturn(output) }
  }

  /// Transforms the failure.
  public func mapError<NewFailure: Error>(
    _ transform: @escaping (Failure) -> NewFailure
  ) -> AnyPublisher<Output, NewFailure> {
    failing { source in
      source.catch { error in throw (error as? Failure).map(transform) ?? error }
    }
  }

  /// The same publisher, of which it is known that it does not fail. A failure that comes all the same is reported as
  /// unhandled, and ends nothing but this.
  public func assertNoFailure() -> AnyPublisher<Output, Never> { failing { $0 } }

  /// Subscribes again after a failure, so many times.
  public func retry(_ retries: Int) -> AnyPublisher<Output, Failure> {
    through { $0.retry(retries + 1) }
  }
}

extension Publisher where Failure == Never {
  /// The same, as a publisher that could fail.
  public func setFailureType<NewFailure: Error>(
    to failureType: NewFailure.Type
  ) -> AnyPublisher<Output, NewFailure> { failing { $0 } }
}
