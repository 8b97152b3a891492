/// A sequence that starts when it is told to, for all who have subscribed by then.
public final class ConnectableObservable<Element>: ObservableType {
  private let source: Observable<Element>
  private let subject: Subject<Element>
  private var connection: (any Disposable)?

  init(_ source: Observable<Element>, subject: Subject<Element>) {
    self.source = source
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
    let subscription = source.subscribe(subject)
    let connection = Disposables.create {
      subscription.dispose()
      self.connection = nil
    }
    self.connection = connection
    return connection
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
    ConnectableObservable(asObservable(), subject: subject)
  }
}
