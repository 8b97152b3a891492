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
      return Shared(asObservable(), replaysLast: replay == 1)
    case (.whileConnected, _): return self.replay(replay).refCount()
    case (.forever, ...0): return multicast(PublishSubject()).refCount()
    case (.forever, _): return multicast(ReplaySubject.create(bufferSize: replay)).refCount()
    }
  }
}

/// A source, and the connection to it while there is one. As `publish().refCount()`, or `replay(1).refCount()`, but for
/// two things: the end is told before the source is let go, and who subscribes is not put into the trampoline.
private final class Shared<Element>: Observable<Element> {
  private let source: Observable<Element>
  private let replaysLast: Bool
  @exclusivity(unchecked) private var connection: Connection<Element>?

  init(_ source: Observable<Element>, replaysLast: Bool) {
    self.source = source
    self.replaysLast = replaysLast
    super.init()
  }

  nonisolated deinit {}

  override func attach(_ receiver: Receiver<Element>) -> any Disposable {
    let connection = current()
    let key = connection.register(receiver)
    connection.connect(to: source)
    return Disposables.create { [self] in
      connection.unregister(key)
      // Where the source has ended, that is told to all before it is let go.
      if connection.isOver || connection.hasReceivers { return }
      self.connection = nil
      connection.dispose()
    }
  }

  private func current() -> Connection<Element> {
    if let connection, !connection.isOver { return connection }
    let new = Connection<Element>(replaysLast: replaysLast)
    connection = new
    return new
  }
}

/// One subscription to the source, and those who share it.
private final class Connection<Element>: Receiver<Element> {
  private let replaysLast: Bool
  @exclusivity(unchecked) private var receivers = Bag<Outlet>()
  @exclusivity(unchecked) private var last: Stored<Element>?
  @exclusivity(unchecked) private var upstream: (any Disposable)?
  @exclusivity(unchecked) private var isConnected = false
  @exclusivity(unchecked) private var hasEnded = false

  init(replaysLast: Bool) {
    self.replaysLast = replaysLast
    super.init()
  }

  nonisolated deinit {}

  override var isOver: Bool { hasEnded }

  var hasReceivers: Bool { receivers.count > 0 }

  /// Registers a receiver, and then gives it what is replayed: inside that, the last of the others may leave.
  func register(_ receiver: Receiver<Element>) -> Bag<Outlet>.Key {
    let key = receivers.insert(receiver)
    if let last { receiver.next(last.element) }
    return key
  }

  func unregister(_ key: Bag<Outlet>.Key) { receivers.remove(key) }

  /// Subscribes the source, unless that has been done.
  func connect(to source: Observable<Element>) {
    if isConnected { return }
    isConnected = true
    let subscription = source.attach(self)
    if hasEnded { subscription.dispose() } else { upstream = subscription }
  }

  override func next(_ element: Element) {
    if hasEnded { return }
    if replaysLast { keep(element) }
    for entry in receivers.entries { entry.value.receiver(of: Element.self).next(element) }
  }

  override func stop(_ stop: Stop) {
    if hasEnded { return }
    hasEnded = true
    for entry in receivers.removeAll() { entry.value.stop(stop) }
    dispose()
  }

  /// Lets the source go, and what is kept for those who come later.
  func dispose() {
    hasEnded = true
    last = nil
    guard let upstream else { return }
    self.upstream = nil
    upstream.dispose()
  }

  private func keep(_ element: Element) {
    if let last { last.replace(with: element) } else { last = Stored(element) }
  }
}
