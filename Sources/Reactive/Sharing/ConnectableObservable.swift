/// A sequence that starts when it is told to, for all who have subscribed by then.
public final class ConnectableObservable<Element>: ObservableType {
  private let source: Observable<Element>
  private let target: AnyObserver<Element>
  private let subject: Observable<Element>
  private var connection: (any Disposable)?

  /// - Parameters:
  ///   - target: What the source's events are sent to.
  ///   - subject: What gives them to the subscribers.
  package init(
    _ source: Observable<Element>, through target: AnyObserver<Element>,
    _ subject: Observable<Element>
  ) {
    self.source = source
    self.target = target
    self.subject = subject
  }

  /// Waits for what is sent after `connect`.
  public func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable
  where Observer.Element == Element { subject.subscribe(observer) }

  /// The side that is observed, alone.
  public func asObservable() -> Observable<Element> { subject }

  /// Subscribes the source, unless that has been done, until the result is disposed.
  public func connect() -> any Disposable {
    if let connection { return connection }
    let subscription = SingleAssignmentDisposable()
    let connection = Disposables.create {
      subscription.dispose()
      self.connection = nil
    }
    self.connection = connection
    subscription.setDisposable(source.subscribe(target))
    return connection
  }

  /// Starts with the first subscriber, and ends with the last.
  public func refCount() -> Observable<Element> {
    var subscribers = 0
    var connection: (any Disposable)?
    return Producer(isTrampolined: false) { receiver in
      subscribers += 1
      let subscription = self.subject.attach(receiver)
      if connection == nil { connection = self.connect() }
      return Disposables.create {
        subscription.dispose()
        subscribers -= 1
        if subscribers > 0 { return }
        connection?.dispose()
        connection = nil
      }
    }
  }
}

extension ObservableType {
  /// Shared when it is told to, with nothing kept for those who come later.
  ///
  ///     source             ─1──2──3──
  ///     connected at          ▲
  ///     all subscribers get   ─1──2──3──
  public func publish() -> ConnectableObservable<Element> { multicast(PublishSubject()) }

  /// Shared when it is told to, with the last elements kept for those who come later.
  public func replay(_ bufferSize: Int) -> ConnectableObservable<Element> {
    multicast(ReplaySubject.create(bufferSize: bufferSize))
  }

  /// Shared through the subject when it is told to.
  public func multicast(_ subject: Subject<Element>) -> ConnectableObservable<Element> {
    ConnectableObservable(asObservable(), through: AnyObserver(subject), subject)
  }
}
