/// A subject that sends its last element when it completes, to the present subscribers and to later
/// ones. If it ends with an error, it sends only the error.
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

  /// Disposes all subscriptions and drops the element.
  public override func dispose() {
    super.dispose()
    last = nil
  }
}
