/// A sequence that starts at a call of ``connect()``, for all present subscribers.
///
/// Each connection has its own subject, unless one was given. When the source ends, or the
/// connection is disposed, later subscribers wait for the next connection, and no elements are
/// kept.
public final class ConnectableObservable<Element>: Observable<Element>, ConnectableObservableType {
  private let makeHub: () -> any Hub<Element>
  @exclusivity(unchecked) private var hub: (any Hub<Element>)?

  /// - Parameter makeHub: Makes the hub that receives the source's events and forwards them to the
  ///   subscribers.
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

  /// Registers a receiver for the events after `connect`.
  package override func attach(_ receiver: Receiver<Element>) -> any Disposable {
    currentHub().output.attach(receiver)
  }

  /// Subscribes the source, unless it is connected, until the result is disposed or the source
  /// ends. When the source ends, it is disposed first and then the subscribers receive the end; one
  /// of them may connect again.
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

/// Forwards the events of a connection to the subscribers.
private protocol Hub<Element>: AnyObject, Disposable {
  associatedtype Element
  var output: Observable<Element> { get }
  /// Subscribes the source, unless it is connected.
  func connect(for parent: ConnectableObservable<Element>)
}

/// One present or future subscription to the source. It forwards all events to the target until it
/// is disposed.
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
  /// Shares this sequence from `connect` on, without replay for late subscribers.
  ///
  ///     source             ─1──2──3──
  ///     connected at          ▲
  ///     all subscribers get   ─1──2──3──
  public func publish() -> ConnectableObservable<Element> {
    connectable { PublishSubject() }
  }

  /// Shares this sequence from `connect` on, with the last elements replayed to late subscribers of
  /// the same connection.
  public func replay(_ bufferSize: Int) -> ConnectableObservable<Element> {
    connectable { ReplaySubject.create(bufferSize: bufferSize) }
  }

  /// Shares this sequence through the subject from `connect` on. All connections use this subject,
  /// so after its end subscribers receive only the end.
  public func multicast<Target: SubjectType>(
    _ subject: Target
  ) -> ConnectableObservable<Target.Element> where Target.Observer.Element == Element {
    multicast { subject }
  }

  /// Shares this sequence from `connect` on, through a subject that the closure makes for each
  /// connection.
  public func multicast<Target: SubjectType>(
    makeSubject: @escaping () -> Target
  ) -> ConnectableObservable<Target.Element> where Target.Observer.Element == Element {
    ConnectableObservable(asObservable()) {
      let subject = makeSubject()
      return (subject.asObserver().receiver, subject.asObservable())
    }
  }

  /// Shares this sequence from `connect` on, through a subject of this module.
  func connectable(
    makeSubject: @escaping () -> Subject<Element>
  ) -> ConnectableObservable<Element> {
    ConnectableObservable(asObservable()) {
      let subject = makeSubject()
      return (subject.receiver, subject)
    }
  }
}
