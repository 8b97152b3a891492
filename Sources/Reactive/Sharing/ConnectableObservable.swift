/// A sequence that starts when it is told to, for all who have subscribed by then.
///
/// Each connection has a subject of its own, unless one was given: when the source ends, or the connection is disposed,
/// whoever subscribes after that waits for the next connection, with nothing kept.
public final class ConnectableObservable<Element>: Observable<Element>, ConnectableObservableType {
  /// What gives the events of a connection to the subscribers, and how the source is attached to it.
  private typealias Hub = (
    output: Observable<Element>, attach: (Connection<Element>) -> any Disposable
  )

  private let makeHub: () -> Hub
  private var hub: Hub?
  private var connection: Connection<Element>?

  /// - Parameter makeHub: makes what a connection sends the source's events to, and what gives them to the subscribers.
  package init<Source>(
    _ source: Observable<Source>,
    makeHub: @escaping () -> (target: Receiver<Source>, output: Observable<Element>)
  ) {
    self.makeHub = {
      let (target, output) = makeHub()
      return (output, { connection in source.attach(connection.receiver(target)) })
    }
    super.init()
  }

  nonisolated deinit {}

  /// Waits for what is sent after `connect`.
  package override func attach(_ receiver: Receiver<Element>) -> any Disposable {
    currentHub().output.attach(receiver)
  }

  /// Subscribes the source, unless that has been done, until the result is disposed or the source ends. When it ends it
  /// is let go first; then that is told to the subscribers, and one of them may connect again.
  public func connect() -> any Disposable {
    if let connection { return connection }
    let attach = currentHub().attach
    let connection = Connection(self)
    self.connection = connection
    connection.upstream.setDisposable(attach(connection))
    return connection
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

  /// What the source feeds: it passes all on to the target until the connection is disposed.
  func receiver<Source>(_ target: Receiver<Source>) -> Receiver<Source> {
    Receiver(
      onNext: { [upstream] element in if !upstream.isDisposed { target.next(element) } },
      onStop: { [self] stop in
        if upstream.isDisposed { return }
        dispose()
        target.stop(stop)
      })
  }
}

extension ObservableType {
  /// Shared when it is told to, with nothing kept for those who come later.
  ///
  ///     source             ─1──2──3──
  ///     connected at          ▲
  ///     all subscribers get   ─1──2──3──
  public func publish() -> ConnectableObservable<Element> {
    multicast { PublishSubject<Element>() }
  }

  /// Shared when it is told to, with the last elements kept for those who come later in the same connection.
  public func replay(_ bufferSize: Int) -> ConnectableObservable<Element> {
    multicast { ReplaySubject<Element>.create(bufferSize: bufferSize) }
  }

  /// Shared through the subject when it is told to; all connections go through this one, so that after its end there is
  /// only the end.
  public func multicast<Target: SubjectType>(
    _ subject: Target
  ) -> ConnectableObservable<Target.Element> where Target.Observer.Element == Element {
    multicast { subject }
  }

  /// Shared when it is told to, through a subject that the closure makes for each connection.
  public func multicast<Target: SubjectType>(
    makeSubject: @escaping () -> Target
  ) -> ConnectableObservable<Target.Element> where Target.Observer.Element == Element {
    ConnectableObservable(asObservable()) {
      let subject = makeSubject()
      return (subject.asObserver().receiver, subject.asObservable())
    }
  }
}
