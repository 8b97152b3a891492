/// A subject that sends its last elements to each new subscriber first, also after the end.
///
///     subject (2)  ──1──2──3──4──
///     subscribed at         ▲
///     gets                  23─4──
///
/// An event that is sent during the replay reaches that observer after the replay. Observers that
/// subscribe during the replay are called after it.
public final class ReplaySubject<Element>: Subject<Element> {
  private let buffer: Window<Element>
  @exclusivity(unchecked) private var catchingUp: [Backlog] = []

  private init(bufferSize: Int) {
    buffer = Window(limit: bufferSize)
    super.init()
  }

  nonisolated deinit {}

  /// Creates a subject that replays the last `bufferSize` elements.
  public static func create(bufferSize: Int) -> ReplaySubject<Element> {
    ReplaySubject(bufferSize: max(bufferSize, 0))
  }

  /// Creates a subject that replays all elements.
  public static func createUnbounded() -> ReplaySubject<Element> {
    ReplaySubject(bufferSize: .max)
  }

  override func keep(_ element: Element) {
    buffer.append(element)
    for backlog in catchingUp { backlog.append(Stored(element)) }
  }

  override func registerWithReplay(_ receiver: Receiver<Element>) -> any Disposable {
    let key = reserve()
    let backlog = Backlog()
    catchingUp.append(backlog)
    buffer.send(to: receiver)
    while let stored = backlog.next(of: Element.self) { receiver.next(stored.element) }
    // Observers that subscribed during this replay have finished their own.
    catchingUp.removeLast()
    if let ending {
      receiver.stop(ending)
      return Disposables.create()
    }
    return register(receiver, at: key)
  }

  override func replay(to receiver: Receiver<Element>, with ending: Stop) {
    buffer.send(to: receiver)
  }

  /// Disposes all subscriptions and drops the elements.
  public override func dispose() {
    super.dispose()
    buffer.removeAll()
  }
}

/// The events that were sent during the replay to one observer.
private final class Backlog {
  // All are `Stored<Element>`. A queue of that type would run generic code, at half the speed.
  @exclusivity(unchecked) private var elements = Queue<AnyObject>()

  nonisolated deinit {}

  func append(_ element: AnyObject) { elements.append(element) }

  func next<Element>(of type: Element.Type) -> Stored<Element>? {
    elements.popFirst().map { unsafeDowncast($0, to: Stored<Element>.self) }
  }
}
