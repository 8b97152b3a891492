import Reactive

/// A publisher that starts when it is told to, for all who have subscribed by then.
@MainActor public protocol ConnectablePublisher<Output, Failure>: Publisher {
  /// Starts it, until the result is cancelled.
  func connect() -> any Cancellable
  /// This, started with the first subscriber and ended with the last.
  func autoconnect() -> AnyPublisher<Output, Failure>
}

extension Publishers {
  /// A publisher whose subscribers share one subscription, made by `connect`.
  public struct Connectable<Output, Failure: Error>: ConnectablePublisher {
    private let source: ConnectableObservable<Output>

    init(_ source: ConnectableObservable<Output>) {
      self.source = source
    }

    /// The plain sequence.
    public func asObservable() -> Observable<Output> { source.asObservable() }

    /// Starts it, until the result is cancelled.
    public func connect() -> any Cancellable { AnyCancellable(disposing: source.connect()) }

    /// This, started with the first subscriber and ended with the last.
    public func autoconnect() -> AnyPublisher<Output, Failure> { AnyPublisher(source.refCount()) }
  }
}

extension Publisher {
  /// Shared through a subject when it is told to.
  ///
  ///     source             ─1──2──3──
  ///     connected at          ▲
  ///     all subscribers get   ─1──2──3──
  public func multicast<Target: Subject>(
    subject: Target
  ) -> Publishers.Connectable<Output, Failure>
  where Target.Output == Output, Target.Failure == Failure {
    Publishers.Connectable(
      ConnectableObservable(
        asObservable(), through: AnyObserver(subject), subject.asObservable()))
  }

  /// Shared through the subject that the closure makes, when it is told to.
  public func multicast<Target: Subject>(
    _ createSubject: () -> Target
  ) -> Publishers.Connectable<Output, Failure>
  where Target.Output == Output, Target.Failure == Failure { multicast(subject: createSubject()) }
}

extension Publisher where Failure == Never {
  /// Shared when it is told to.
  public func makeConnectable() -> Publishers.Connectable<Output, Never> {
    multicast(subject: PassthroughSubject())
  }
}
