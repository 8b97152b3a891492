/// A sequence that is fed from outside: each event goes to all present subscribers.
///
/// Observers are called in subscription order. An observer may send into the same subject: the
/// inner event then reaches all observers before the later ones receive the outer event. An
/// observer that subscribes during an event does not receive it; a directly attached one that
/// another observer disposes during an event still receives it.
///
/// Subclasses replay different elements to late subscribers.
public class Subject<Element>: Observable<Element>, ObserverType, Cancelable {
  // All are `Receiver<Element>`. An array of that type would run generic code, at half the speed.
  @exclusivity(unchecked) private var receivers = Bag<Outlet>()
  @exclusivity(unchecked) private(set) var ending: Stop?
  /// Whether `dispose` has been called.
  @exclusivity(unchecked) public private(set) var isDisposed = false

  nonisolated deinit {}

  /// Whether the subject has subscribers.
  public var hasObservers: Bool { receivers.count > 0 }

  /// Receives an event. After a stop event it ignores all events.
  public func on(_ event: Event<Element>) {
    switch event {
    case .next(let element): next(element)
    case .error(let error): stop(.error(error))
    case .completed: stop(.completed)
    }
  }

  /// Sends an element.
  public func onNext(_ element: Element) { next(element) }

  /// The receiver through which a source feeds this subject.
  final var receiver: Receiver<Element> { SubjectReceiver(self) }

  /// The observer side only.
  public func asObserver() -> Self { self }

  /// Disposes all subscriptions without an event. Later subscribers receive
  /// ``RxError/disposed(object:)``.
  public func dispose() {
    isDisposed = true
    // In all other respects it counts as an end: no more events are accepted.
    ending = .completed
    _ = receivers.removeAll()
  }

  package override func attach(_ receiver: Receiver<Element>) -> any Disposable {
    if isDisposed {
      receiver.stop(.error(RxError.disposed(object: self)))
      return Disposables.create()
    }
    if let ending {
      replay(to: receiver, with: ending)
      receiver.stop(ending)
      return Disposables.create()
    }
    return registerWithReplay(receiver)
  }

  func next(_ element: Element) {
    if ending != nil { return }
    keep(element)
    for entry in receivers.entries { entry.value.receiver(of: Element.self).next(element) }
  }

  func stop(_ stop: Stop) {
    if ending != nil { return }
    ending = stop
    for entry in receivers.removeAll() { entry.value.stop(stop) }
  }

  /// Ends with a last element, which is sent first to all present subscribers. A subscriber that
  /// comes meanwhile counts as late.
  final func end(with stop: Stop, after last: Element) {
    if ending != nil { return }
    ending = stop
    let entries = receivers.removeAll()
    for entry in entries { entry.value.receiver(of: Element.self).next(last) }
    for entry in entries { entry.value.stop(stop) }
  }

  final func register(_ receiver: Receiver<Element>) -> any Disposable {
    SubjectSubscription(subject: self, key: receivers.insert(receiver))
  }

  /// Reserves the next position for a receiver.
  final func reserve() -> Bag<Outlet>.Key { receivers.reserve() }

  /// Registers a receiver at its reserved position.
  final func register(_ receiver: Receiver<Element>, at key: Bag<Outlet>.Key) -> any Disposable {
    receivers.insert(receiver, at: key)
    return SubjectSubscription(subject: self, key: key)
  }

  // Hooks for subclasses.

  /// Remembers an element that is about to be sent.
  func keep(_ element: Element) {}

  /// Registers a receiver and sends it the replay.
  func registerWithReplay(_ receiver: Receiver<Element>) -> any Disposable { register(receiver) }

  /// Sends the replay to a receiver that subscribes after the end.
  func replay(to receiver: Receiver<Element>, with ending: Stop) {}
}

/// A subscription with a weak reference to its subject, so that an unreachable subject is released
/// together with its receivers.
private final class SubjectSubscription: Disposable {
  private weak var subject: (any Registry)?
  private let key: Bag<Outlet>.Key

  init(subject: any Registry, key: Bag<Outlet>.Key) {
    self.subject = subject
    self.key = key
  }

  nonisolated deinit {}

  func dispose() { subject?.unregister(key) }
}

/// A subject with its element type erased.
private protocol Registry: AnyObject {
  func unregister(_ key: Bag<Outlet>.Key)
}

extension Subject: Registry {
  fileprivate func unregister(_ key: Bag<Outlet>.Key) {
    receivers.remove(key)
  }
}

private final class SubjectReceiver<Element>: Receiver<Element> {
  private let subject: Subject<Element>

  init(_ subject: Subject<Element>) {
    self.subject = subject
    super.init()
  }

  nonisolated deinit {}

  override func next(_ element: Element) { subject.next(element) }

  override func stop(_ stop: Stop) { subject.stop(stop) }
}
