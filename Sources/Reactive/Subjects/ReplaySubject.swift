/// A subject that gives whoever subscribes its last elements first, also after the end.
///
///     subject (2)  ──1──2──3──4──
///     subscribed at         ▲
///     gets                  23─4──
///
/// What is sent while an observer gets the old elements reaches it after them; whoever subscribes meanwhile comes after
/// it.
public final class ReplaySubject<Element>: Subject<Element> {
  private let bufferSize: Int
  private var buffer = Window<Element>()
  private var catchingUp: [Backlog] = []

  private final class Backlog {
    var elements = Queue<Element>()

    nonisolated deinit {}
  }

  private init(bufferSize: Int) {
    self.bufferSize = bufferSize
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
    buffer.append(element, limit: bufferSize)
    for backlog in catchingUp { backlog.elements.append(element) }
  }

  override func welcome(_ receiver: Receiver<Element>) -> any Disposable {
    let key = reserve()
    let backlog = Backlog()
    catchingUp.append(backlog)
    for element in buffer.elements { receiver.next(element) }
    while let element = backlog.elements.popFirst() { receiver.next(element) }
    catchingUp.removeAll { $0 === backlog }
    if let ending {
      receiver.stop(ending)
      return Disposables.create()
    }
    return register(receiver, at: key)
  }

  override func replay(to receiver: Receiver<Element>, with ending: Stop) {
    for element in buffer.elements { receiver.next(element) }
  }

  /// Lets everybody go, and the elements too.
  public override func dispose() {
    buffer = Window()
    super.dispose()
  }
}

/// The last elements of a sequence.
struct Window<Element> {
  private var stored: [Element] = []
  private var start = 0

  var elements: ArraySlice<Element> { stored[start...] }

  /// Appends, and forgets what goes over the limit; in time that does not depend on the limit.
  mutating func append(_ element: Element, limit: Int) {
    stored.append(element)
    if stored.count - start <= limit { return }
    start += 1
    if start > limit {
      stored.removeFirst(start)
      start = 0
    }
  }
}
