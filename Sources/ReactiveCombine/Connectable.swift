import Reactive

/// A publisher that starts at a call of ``connect()``, for all present subscribers.
@MainActor public protocol ConnectablePublisher<Output, Failure>: Publisher {
  /// Starts the publisher until the result is cancelled.
  func connect() -> any Cancellable
  /// Returns a publisher that connects at the first subscriber and disconnects after the last.
  func autoconnect() -> AnyPublisher<Output, Failure>
}

extension Publishers {
  /// A publisher whose subscribers share the subscription that `connect` makes.
  public struct Connectable<Output, Failure: Error>: ConnectablePublisher {
    private let source: ConnectableObservable<Output>
    private let connection: () -> ConnectableObservable<Output>

    /// Creates one with a single connection, such as a timer.
    init(_ source: ConnectableObservable<Output>) {
      self.source = source
      connection = { source }
    }

    /// Creates one with a separate subscription for each connection, so that two connections send
    /// everything twice. Combine does that according to OpenCombine's `testMulticastConnectTwice`,
    /// which runs with both.
    ///
    /// - Parameter connection: Makes a sequence that can be connected once; all of them share one
    ///   subject.
    init(connection: @escaping () -> ConnectableObservable<Output>) {
      source = connection()
      self.connection = connection
    }

    /// The plain sequence.
    public func asObservable() -> Observable<Output> { source.asObservable() }

    /// Starts the publisher until the result is cancelled.
    public func connect() -> any Cancellable { AnyCancellable(disposing: connection().connect()) }

    /// Returns a publisher that connects at the first subscriber and disconnects after the last.
    public func autoconnect() -> AnyPublisher<Output, Failure> { AnyPublisher(source.refCount()) }
  }
}

extension Publisher {
  /// Shares this publisher through a subject from `connect` on. All connections use the same
  /// subject: after its end subscribers receive only the end.
  ///
  ///     source             ─1──2──3──
  ///     connected at          ▲
  ///     all subscribers get   ─1──2──3──
  public func multicast<Target: Subject>(
    subject: Target
  ) -> Publishers.Connectable<Output, Failure>
  where Target.Output == Output, Target.Failure == Failure { multicast { subject } }

  /// Shares this publisher through the subject that the closure makes at its first use.
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
  /// Shares this publisher from `connect` on. After the end subscribers receive only the end.
  public func makeConnectable() -> Publishers.Connectable<Output, Never> {
    multicast(subject: PassthroughSubject())
  }
}
