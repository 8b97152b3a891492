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
    let shared = Shared(asObservable(), replay: replay, scope: scope)
    return Producer(isTrampolined: false) { receiver in shared.attach(receiver) }
  }
}

/// A source, and the connection to it while there is one.
private final class Shared<Element> {
  private let source: Observable<Element>
  private let replay: Int
  private let scope: SubjectLifetimeScope
  private var connection: Connection<Element>?

  init(_ source: Observable<Element>, replay: Int, scope: SubjectLifetimeScope) {
    self.source = source
    self.replay = replay
    self.scope = scope
  }

  func attach(_ receiver: Receiver<Element>) -> any Disposable {
    let connection = connection ?? Connection(makeSubject())
    self.connection = connection
    let subscription = connection.subject.attach(receiver)
    if connection.subject.ending != nil { return subscription }
    connection.subscribers += 1
    if connection.upstream == nil { connect(connection) }
    return Disposables.create {
      subscription.dispose()
      connection.subscribers -= 1
      if connection.subscribers > 0 { return }
      if self.scope == .whileConnected { self.drop(connection) }
      connection.disconnect()
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
            if self?.scope == .whileConnected { self?.drop(connection) }
            subject.stop(stop)
            upstream.dispose()
          })))
  }

  private func drop(_ connection: Connection<Element>) {
    if self.connection === connection { self.connection = nil }
  }

  private func makeSubject() -> Subject<Element> {
    switch (replay, scope) {
    case (...0, _): PublishSubject()
    case (1, .whileConnected): BehaviorSubject()
    default: ReplaySubject.create(bufferSize: replay)
    }
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

  func disconnect() {
    upstream?.dispose()
    upstream = nil
  }
}
