/// A sequence that starts when it is told to, for all who have subscribed by then.
///
/// Each connection has a subject of its own, unless one was given: when the source ends, or the connection is disposed,
/// whoever subscribes after that waits for the next connection, with nothing kept.
public final class ConnectableObservable<Element>: Observable<Element>, ConnectableObservableType {
  private let makeHub: () -> any Hub<Element>
  @exclusivity(unchecked) private var hub: (any Hub<Element>)?

  /// - Parameter makeHub: makes what a connection sends the source's events to, and what gives them to the subscribers.
  package init<Source>(
    _ source: Observable<Source>,
    makeHub: @escaping () -> (target: Receiver<Source>, output: Observable<Element>)
  ) {
    self.makeHub = {
      let (target, output) = makeHub()
      return Connection(source, target: target, output: output)
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
    let hub = currentHub()
    hub.connect(for: self)
    return hub
  }

  private func currentHub() -> any Hub<Element> {
    let hub = hub ?? makeHub()
    self.hub = hub
    return hub
  }

  fileprivate func drop(_ ended: AnyObject) {
    if hub === ended { hub = nil }
  }
}

/// What gives the events of a connection to the subscribers.
private protocol Hub<Element>: AnyObject, Disposable {
  associatedtype Element
  var output: Observable<Element> { get }
  /// Subscribes the source, unless that has been done.
  func connect(for parent: ConnectableObservable<Element>)
}

/// One subscription to the source, made or still to be made: it passes all on to the target until it is disposed.
private final class Connection<Source, Element>: Receiver<Source>, Hub {
  private let source: Observable<Source>
  private let target: Receiver<Source>
  let output: Observable<Element>
  @exclusivity(unchecked) private var parent: ConnectableObservable<Element>?
  @exclusivity(unchecked) private var upstream: (any Disposable)?
  @exclusivity(unchecked) private var isDisposed = false

  init(_ source: Observable<Source>, target: Receiver<Source>, output: Observable<Element>) {
    self.source = source
    self.target = target
    self.output = output
    super.init()
  }

  nonisolated deinit {}

  func connect(for parent: ConnectableObservable<Element>) {
    if self.parent != nil { return }
    self.parent = parent
    let subscription = source.attach(self)
    if isDisposed { subscription.dispose() } else { upstream = subscription }
  }

  override func next(_ element: Source) {
    if !isDisposed { target.next(element) }
  }

  override func stop(_ stop: Stop) {
    if isDisposed { return }
    dispose()
    target.stop(stop)
  }

  func dispose() {
    isDisposed = true
    parent?.drop(self)
    parent = nil
    guard let upstream else { return }
    self.upstream = nil
    upstream.dispose()
  }
}

extension ObservableType {
  /// Shared when it is told to, with nothing kept for those who come later.
  ///
  ///     source             ─1──2──3──
  ///     connected at          ▲
  ///     all subscribers get   ─1──2──3──
  public func publish() -> ConnectableObservable<Element> {
    connectable { PublishSubject() }
  }

  /// Shared when it is told to, with the last elements kept for those who come later in the same connection.
  public func replay(_ bufferSize: Int) -> ConnectableObservable<Element> {
    connectable { ReplaySubject.create(bufferSize: bufferSize) }
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

  /// The same through a subject of this module.
  func connectable(
    makeSubject: @escaping () -> Subject<Element>
  ) -> ConnectableObservable<Element> {
    ConnectableObservable(asObservable()) {
      let subject = makeSubject()
      return (subject.receiver, subject)
    }
  }
}
