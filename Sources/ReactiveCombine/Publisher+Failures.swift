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
