/// How long ``ObservableType/share(replay:scope:)`` keeps what it shares.
public enum SubjectLifetimeScope {
  /// From the first subscriber to the last: whoever comes after that starts the source again, with nothing kept.
  case whileConnected
  /// For ever: the elements to replay stay when nobody is left, and after the end of the source nothing starts again.
  case forever
}

extension ObservableType {
  /// One subscription to the source for all who subscribe this.
  ///
  ///     source           ─1──2──3──4──
  ///     subscribed by A  ▲
  ///     A gets           ─1──2──3──4──
  ///     subscribed by B         ▲
  ///     B gets (0)              3──4──
  ///     B gets (replay: 1)     23──4──
  ///
  /// The source is subscribed after the first subscriber has been registered, and disposed when the last has gone.
  /// When it ends, that is told to all; a subscriber that comes then, even while it is told, starts the source again
  /// unless the scope is `forever`.
  public func share(
    replay: Int = 0, scope: SubjectLifetimeScope = .whileConnected
  ) -> Observable<Element> {
    switch (scope, replay) {
    case (.whileConnected, ...1):
      let shared = Shared(asObservable(), replaysLast: replay == 1)
      return Producer(isTrampolined: false) { receiver in shared.attach(receiver) }
    case (.whileConnected, _): return self.replay(replay).refCount()
    case (.forever, ...0): return multicast(PublishSubject()).refCount()
    case (.forever, _): return multicast(ReplaySubject.create(bufferSize: replay)).refCount()
    }
  }
}

/// A source, and the connection to it while there is one. As `publish().refCount()`, or `replay(1).refCount()`, but for
/// two things: the end is told before the source is let go, and who subscribes is not put into the trampoline.
private final class Shared<Element> {
  private let source: Observable<Element>
  private let replaysLast: Bool
  private var connection: Connection<Element>?

  init(_ source: Observable<Element>, replaysLast: Bool) {
    self.source = source
    self.replaysLast = replaysLast
  }

  func attach(_ receiver: Receiver<Element>) -> any Disposable {
    let connection = connection ?? Connection(replaysLast ? BehaviorSubject() : PublishSubject())
    self.connection = connection
    // It counts before it gets what is replayed: inside that, the last of the others may leave.
    connection.subscribers += 1
    let subscription = connection.subject.attach(receiver)
    if connection.upstream == nil { connect(connection) }
    return Disposables.create {
      subscription.dispose()
      connection.subscribers -= 1
      // Where the source has ended, that is told to all before it is let go.
      if connection.subscribers > 0 || self.connection !== connection { return }
      self.connection = nil
      connection.upstream?.dispose()
    }
  }

  private func connect(_ connection: Connection<Element>) {
    let upstream = SingleAssignmentDisposable()
    connection.upstream = upstream
    let subject = connection.subject
    upstream.setDisposable(
      source.attach(
        Receiver(
          onNext: { element in if !upstream.isDisposed { subject.next(element) } },
          onStop: { [weak self] stop in
            if upstream.isDisposed { return }
            self?.drop(connection)
            subject.stop(stop)
            upstream.dispose()
          })))
  }

  private func drop(_ connection: Connection<Element>) {
    if self.connection === connection { self.connection = nil }
  }
}

/// One subscription to the source, and those who share it.
private final class Connection<Element> {
  let subject: Subject<Element>
  var subscribers = 0
  var upstream: SingleAssignmentDisposable?

  init(_ subject: Subject<Element>) {
    self.subject = subject
  }
}
