import Reactive

extension Publisher {
  /// Switches to another publisher after a failure.
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

  /// Switches to another publisher after a failure; an error that the closure throws is the
  /// failure.
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

  /// Asserts that this publisher does not fail. A failure is reported as unhandled, and ends only
  /// this publisher.
  public func assertNoFailure() -> AnyPublisher<Output, Never> { failing { $0 } }

  /// Subscribes again after a failure, at most `retries` times.
  public func retry(_ retries: Int) -> AnyPublisher<Output, Failure> {
    through { $0.retry(retries + 1) }
  }
}

extension Publisher where Failure == Never {
  /// Changes the failure type of a publisher that cannot fail.
  public func setFailureType<NewFailure: Error>(
    to failureType: NewFailure.Type
  ) -> AnyPublisher<Output, NewFailure> { failing { $0 } }
}
