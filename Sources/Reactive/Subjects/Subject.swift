/// A sequence that is fed from outside: each event goes to everybody who is subscribed when it is sent.
///
/// Observers are called in the order in which they subscribed. One of them may send into the same subject: the inner
/// event then reaches all observers before the later ones get the outer event. Who subscribes during an event does
/// not get it; who is unsubscribed during an event by another observer still gets it, if attached directly.
///
/// The kinds of subjects differ in what they keep for those who come later.
public class Subject<Element>: Observable<Element>, ObserverType, Cancelable {
  // All are `Receiver<Element>`. A list of that type would be handled by generic code, at half the speed.
  @exclusivity(unchecked) private var receivers = Bag<Outlet>()
  @exclusivity(unchecked) private(set) var ending: Stop?
  /// Whether `dispose` has been called.
  @exclusivity(unchecked) public private(set) var isDisposed = false

  nonisolated deinit {}

  /// Whether anybody is subscribed.
  public var hasObservers: Bool { receivers.count > 0 }

  /// Takes an event. After a stop event everything is ignored.
  public func on(_ event: Event<Element>) {
    switch event {
    case .next(let element): next(element)
    case .error(let error): stop(.error(error))
    case .completed: stop(.completed)
    }
  }

  /// Sends an element.
  public func onNext(_ element: Element) { next(element) }

  /// What a source feeds to reach this subject.
  final var receiver: Receiver<Element> { SubjectReceiver(self) }

  /// The side that takes events, alone.
  public func asObserver() -> Self { self }

  /// Lets everybody go without an event. Who subscribes later gets ``RxError/disposed(object:)``.
  public func dispose() {
    isDisposed = true
    // For all else it is an end like another: nothing is taken any more.
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
    return welcome(receiver)
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

  /// Ends, and sends all who are there an element before. Who comes meanwhile comes after the end.
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

  /// Keeps a place for a receiver, in the order of now.
  final func reserve() -> Bag<Outlet>.Key { receivers.reserve() }

  /// Registers a receiver at the place that was kept for it.
  final func register(_ receiver: Receiver<Element>, at key: Bag<Outlet>.Key) -> any Disposable {
    receivers.insert(receiver, at: key)
    return SubjectSubscription(subject: self, key: key)
  }

  // What the kinds of subjects define.

  /// Remembers an element that is about to be sent.
  func keep(_ element: Element) {}

  /// Registers a receiver, and gives it what is remembered.
  func welcome(_ receiver: Receiver<Element>) -> any Disposable { register(receiver) }

  /// Gives what is remembered to a receiver that comes after the end.
  func replay(to receiver: Receiver<Element>, with ending: Stop) {}
}

/// Knows its subject weakly, so that a subject that nobody can reach any more is released with all that hangs on it.
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

/// A subject of whatever elements.
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
