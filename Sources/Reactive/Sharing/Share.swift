/// How long ``ObservableType/share(replay:scope:)`` keeps its elements and its source.
public enum SubjectLifetimeScope {
  /// From the first subscriber to the last. A later one starts the source again, without replay.
  case whileConnected
  /// Without end: the elements to replay stay after the last subscriber has gone, and after the end
  /// of the source it never starts again.
  case forever
}

extension ObservableType {
  /// Shares one subscription to the source among all subscribers.
  ///
  ///     source           ─1──2──3──4──
  ///     subscribed by A  ▲
  ///     A gets           ─1──2──3──4──
  ///     subscribed by B         ▲
  ///     B gets (0)              3──4──
  ///     B gets (replay: 1)     23──4──
  ///
  /// The source is subscribed after the first subscriber has been registered, and disposed after
  /// the last has gone. Its end is sent to all; a subscriber that comes then, even while the end is
  /// being sent, starts the source again unless the scope is `forever`.
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

/// A source, and its present connection. It differs from `publish().refCount()` and
/// `replay(1).refCount()` in two ways: the end is sent before the source is disposed, and
/// subscribing does not use the trampoline.
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
      // If the source has ended, the end is sent to all before the source is disposed.
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

/// One subscription to the source, and its subscribers.
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

  /// Registers a receiver and then sends it the replay; inside that, the last of the others may
  /// leave.
  func register(_ receiver: Receiver<Element>) -> Bag<Outlet>.Key {
    let key = receivers.insert(receiver)
    if let last { receiver.next(last.element) }
    return key
  }

  func unregister(_ key: Bag<Outlet>.Key) { receivers.remove(key) }

  /// Subscribes the source, unless it is connected.
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

  /// Disposes the source and drops the elements kept for replay.
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
