import Reactive

/// A publisher that starts when it is told to, for all who have subscribed by then.
@MainActor public protocol ConnectablePublisher<Output, Failure>: Publisher {
  /// Starts it, until the result is cancelled.
  func connect() -> any Cancellable
  /// This, started with the first subscriber and ended with the last.
  func autoconnect() -> AnyPublisher<Output, Failure>
}

extension Publishers {
  /// A publisher whose subscribers share what `connect` subscribes.
  public struct Connectable<Output, Failure: Error>: ConnectablePublisher {
    private let source: ConnectableObservable<Output>
    private let connection: () -> ConnectableObservable<Output>

    /// One that is connected or is not, as a timer.
    init(_ source: ConnectableObservable<Output>) {
      self.source = source
      connection = { source }
    }

    /// One whose connections are subscriptions of their own, so that with two of them everything comes twice. That is so
    /// in Combine, says OpenCombine's `testMulticastConnectTwice`, which is run with both.
    ///
    /// - Parameter connection: makes what can be connected once; all that it makes have the same subject.
    init(connection: @escaping () -> ConnectableObservable<Output>) {
      source = connection()
      self.connection = connection
    }

    /// The plain sequence.
    public func asObservable() -> Observable<Output> { source.asObservable() }

    /// Starts it, until the result is cancelled.
    public func connect() -> any Cancellable { AnyCancellable(disposing: connection().connect()) }

    /// This, started with the first subscriber and ended with the last.
    public func autoconnect() -> AnyPublisher<Output, Failure> { AnyPublisher(source.refCount()) }
  }
}

extension Publisher {
  /// Shared through a subject when it is told to. All connections go through this one: after the end there is only the
  /// end.
  ///
  ///     source             ─1──2──3──
  ///     connected at          ▲
  ///     all subscribers get   ─1──2──3──
  public func multicast<Target: Subject>(
    subject: Target
  ) -> Publishers.Connectable<Output, Failure>
  where Target.Output == Output, Target.Failure == Failure { multicast { subject } }

  /// The same with the subject that the closure makes when it is first needed.
  public func multicast<Target: Subject>(
    _ createSubject: @escaping () -> Target
  ) -> Publishers.Connectable<Output, Failure>
  where Target.Output == Output, Target.Failure == Failure {
    let upstream = asObservable()
    var subject: Target?
    return Publishers.Connectable(connection: {
      ConnectableObservable(upstream) {
        let current = subject ?? createSubject()
        subject = current
        return (current.receiver, current.asObservable())
      }
    })
  }
}

extension Publisher where Failure == Never {
  /// Shared when it is told to. After the end there is only the end.
  public func makeConnectable() -> Publishers.Connectable<Output, Never> {
    multicast(subject: PassthroughSubject())
  }
}
