/// A subject that gives whoever subscribes its last elements first, also after the end.
///
///     subject (2)  ──1──2──3──4──
///     subscribed at         ▲
///     gets                  23─4──
///
/// What is sent while an observer gets the old elements reaches it after them; whoever subscribes meanwhile comes after
/// it.
public final class ReplaySubject<Element>: Subject<Element> {
  private let buffer: Window<Element>
  @exclusivity(unchecked) private var catchingUp: [Backlog] = []

  private init(bufferSize: Int) {
    buffer = Window(limit: bufferSize)
    super.init()
  }

  nonisolated deinit {}

  /// A subject that keeps the last so many elements.
  public static func create(bufferSize: Int) -> ReplaySubject<Element> {
    ReplaySubject(bufferSize: max(bufferSize, 0))
  }

  /// A subject that keeps all elements.
  public static func createUnbounded() -> ReplaySubject<Element> {
    ReplaySubject(bufferSize: .max)
  }

  override func keep(_ element: Element) {
    buffer.append(element)
    for backlog in catchingUp { backlog.append(Stored(element)) }
  }

  override func welcome(_ receiver: Receiver<Element>) -> any Disposable {
    let key = reserve()
    let backlog = Backlog()
    catchingUp.append(backlog)
    buffer.send(to: receiver)
    while let stored = backlog.next(of: Element.self) { receiver.next(stored.element) }
    // Who has come meanwhile has caught up meanwhile.
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

  /// Lets everybody go, and the elements too.
  public override func dispose() {
    super.dispose()
    buffer.removeAll()
  }
}

/// What was sent while an observer got the old elements.
private final class Backlog {
  // All are `Stored`, of one type of element. A list of that type would be handled by generic code, at half the speed.
  @exclusivity(unchecked) private var elements = Queue<AnyObject>()

  nonisolated deinit {}

  func append(_ element: AnyObject) { elements.append(element) }

  func next<Element>(of type: Element.Type) -> Stored<Element>? {
    elements.popFirst().map { unsafeDowncast($0, to: Stored<Element>.self) }
  }
}
