/// A subject that has a current value, which whoever subscribes gets at once. After the end there is only the end.
///
///     subject    0─1──2──3──
///     subscribed at   ▲
///     gets            2──3──
///
/// Observation follows ``value()``, as it does that of a ``BehaviorRelay``.
public final class BehaviorSubject<Element>: Subject<Element> {
  @exclusivity(unchecked) private var current: Stored<Element>?
  // Looked up for each element; the check would cost more than the rest of it, where nobody reads.
  @exclusivity(unchecked) private var tracker: ObservationTracker?

  /// A subject with this current value.
  public init(value: Element) {
    current = Stored(value)
    super.init()
  }

  /// A subject that has no value yet, for sharing.
  override init() { super.init() }

  nonisolated deinit {}

  /// The current value. It is already the new one while that is being sent.
  ///
  /// - Throws: The error with which the subject ended; ``RxError/disposed(object:)`` after `dispose`.
  public func value() throws -> Element {
    tracker.access()
    if isDisposed { throw RxError.disposed(object: self) }
    if case .error(let error) = ending { throw error }
    guard let current else { throw RxError.noElements }
    return current.element
  }

  override func keep(_ element: Element) {
    tracker.change {
      if let current { current.replace(with: element) } else { current = Stored(element) }
    }
  }

  override func welcome(_ receiver: Receiver<Element>) -> any Disposable {
    let subscription = register(receiver)
    if let current { receiver.next(current.element) }
    return subscription
  }

  override func stop(_ stop: Stop) {
    tracker.change { super.stop(stop) }
  }

  /// Lets everybody go, and the value too.
  public override func dispose() {
    tracker.change {
      super.dispose()
      current = nil
    }
  }
}
