import Reactive

/// A namespace for the types of subscribers.
nonisolated public enum Subscribers {
  /// How a publisher ended.
  public enum Completion<Failure: Error> {
    /// The publisher has finished.
    case finished
    /// The publisher has failed.
    case failure(Failure)
  }
}

extension Subscribers.Completion: Equatable where Failure: Equatable {}
extension Subscribers.Completion: Sendable {}

extension Publisher {
  /// Calls the closures for the events, until the result is cancelled or released.
  public func sink(
    receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
    receiveValue: @escaping (Output) -> Void
  ) -> AnyCancellable {
    let report = BindingScope.reporter()
    let connection = attach(
      .ending(onNext: receiveValue) { stop in
        switch stop {
        case .completed: receiveCompletion(.finished)
        case .error(let error as Failure): receiveCompletion(.failure(error))
        case .error(let error): report(error)
        }
      })
    return AnyCancellable(disposing: connection)
  }
}

extension Publisher where Failure == Never {
  /// Calls the closure for each element, until the result is cancelled or released.
  public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
    sink(receiveCompletion: { _ in }, receiveValue: receiveValue)
  }

  /// Assigns each element to a property, until the result is cancelled or released. It retains the
  /// object.
  public func assign<Root: AnyObject>(
    to keyPath: ReferenceWritableKeyPath<Root, Output>, on object: Root
  ) -> AnyCancellable {
    sink { object[keyPath: keyPath] = $0 }
  }

  /// Assigns each element to a `@Published` property until the property is released.
  public func assign(to published: inout Published<Output>.Publisher) {
    let storage = published.storage
    storage.assignments.insert(
      asObservable().subscribe(onNext: { [weak storage] in storage?.set($0) }))
  }
}

extension Publisher {
  /// Sends the events into a subject, until the result is cancelled or released.
  public func subscribe<Target: Subject>(_ subject: Target) -> AnyCancellable
  where Target.Output == Output, Target.Failure == Failure {
    sink(receiveCompletion: { subject.send(completion: $0) }, receiveValue: { subject.send($0) })
  }
}
