/// A subject that sends its last element when it completes, to those who are there and to whoever comes later. An error
/// is all that it sends if it ends with one.
///
///     subject  ──1──2──3──|
///     gets     ───────────3|
public final class AsyncSubject<Element>: Subject<Element> {
  @exclusivity(unchecked) private var last: Stored<Element>?

  /// A subject without observers.
  public override init() { super.init() }

  override func next(_ element: Element) {
    if ending != nil { return }
    if let last { last.replace(with: element) } else { last = Stored(element) }
  }

  override func stop(_ stop: Stop) {
    if case .completed = stop, let last {
      end(with: stop, after: last.element)
    } else {
      super.stop(stop)
    }
  }

  override func replay(to receiver: Receiver<Element>, with ending: Stop) {
    if case .completed = ending, let last { receiver.next(last.element) }
  }

  /// Lets everybody go, and the element too.
  public override func dispose() {
    super.dispose()
    last = nil
  }
}
