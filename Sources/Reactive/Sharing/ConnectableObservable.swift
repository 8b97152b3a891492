/// A sequence that starts when it is told to, for all who have subscribed by then.
///
/// Each connection has a subject of its own, unless one was given: when the source ends, or the connection is disposed,
/// whoever subscribes after that waits for the next connection, with nothing kept.
public final class ConnectableObservable<Element>: ObservableType {
  /// What a connection sends the source's events to, and what gives them to the subscribers.
  package typealias Hub = (target: Receiver<Element>, output: Observable<Element>)

  private let source: Observable<Element>
  private let makeHub: () -> Hub
  private var hub: Hub?
  private var connection: Connection<Element>?

  package init(_ source: Observable<Element>, makeHub: @escaping () -> Hub) {
    self.source = source
    self.makeHub = makeHub
  }

  /// Waits for what is sent after `connect`.
  public func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable
  where Observer.Element == Element { currentHub().output.subscribe(observer) }

  /// The side that is observed, alone.
  public func asObservable() -> Observable<Element> {
    Producer(isTrampolined: false) { receiver in self.currentHub().output.attach(receiver) }
  }

  /// Subscribes the source, unless that has been done, until the result is disposed or the source ends. When it ends it
  /// is let go first; then that is told to the subscribers, and one of them may connect again.
  public func connect() -> any Disposable {
    if let connection { return connection }
    let target = currentHub().target
    let connection = Connection(self)
    self.connection = connection
    connection.upstream.setDisposable(
      source.attach(
        Receiver(
          onNext: { element in if !connection.upstream.isDisposed { target.next(element) } },
          onStop: { stop in
            if connection.upstream.isDisposed { return }
            connection.dispose()
            target.stop(stop)
          })))
    return connection
  }

  /// Starts with the first subscriber, and ends with the last; the next one starts it again. So it does after the end,
  /// even while that is told, unless a subject was given.
  public func refCount() -> Observable<Element> {
    let counter = Counter(self)
    return .feeding { sink in counter.attach(sink) }
  }

  private func currentHub() -> Hub {
    let hub = hub ?? makeHub()
    self.hub = hub
    return hub
  }

  fileprivate func drop(_ ended: Connection<Element>) {
    guard connection === ended else { return }
    connection = nil
    hub = nil
  }
}

/// One subscription to the source.
private final class Connection<Element>: Disposable {
  let upstream = SingleAssignmentDisposable()
  private var parent: ConnectableObservable<Element>?

  init(_ parent: ConnectableObservable<Element>) {
    self.parent = parent
  }

  func dispose() {
    parent?.drop(self)
    parent = nil
    upstream.dispose()
  }
}

/// Counts the subscribers of `refCount`.
private final class Counter<Element> {
  private let source: ConnectableObservable<Element>
  private var connection: (any Disposable)?
  private var count = 0
  /// The number of the round: each end of the source begins a new one, to which the old subscribers do not belong.
  private var round = 0

  init(_ source: ConnectableObservable<Element>) {
    self.source = source
  }

  func attach(_ sink: Sink<Element>) -> any Disposable {
    let round = round
    let subscription = source.attach(
      Receiver(
        sink,
        onStop: { [self] stop in
          if round == self.round { startOver() }
          sink.stop(stop)
        }, onNext: sink.next))
    if sink.isDisposed || round != self.round { return subscription }
    count += 1
    if count == 1 { connection = source.connect() }
    return Disposables.create { [self] in
      subscription.dispose()
      if round != self.round { return }
      count -= 1
      if count == 0 { disconnect() }
    }
  }

  private func startOver() {
    round += 1
    count = 0
    disconnect()
  }

  private func disconnect() {
    connection?.dispose()
    connection = nil
  }
}

extension ObservableType {
  /// Shared when it is told to, with nothing kept for those who come later.
  ///
  ///     source             ─1──2──3──
  ///     connected at          ▲
  ///     all subscribers get   ─1──2──3──
  public func publish() -> ConnectableObservable<Element> { multicast { PublishSubject() } }

  /// Shared when it is told to, with the last elements kept for those who come later in the same connection.
  public func replay(_ bufferSize: Int) -> ConnectableObservable<Element> {
    multicast { ReplaySubject.create(bufferSize: bufferSize) }
  }

  /// Shared through the subject when it is told to; all connections go through this one, so that after its end there is
  /// only the end.
  public func multicast(_ subject: Subject<Element>) -> ConnectableObservable<Element> {
    multicast { subject }
  }

  /// Shared when it is told to, through a subject that the closure makes for each connection.
  public func multicast(
    makeSubject: @escaping () -> Subject<Element>
  ) -> ConnectableObservable<Element> {
    ConnectableObservable(asObservable()) {
      let subject = makeSubject()
      return (subject.receiver, subject)
    }
  }
}
