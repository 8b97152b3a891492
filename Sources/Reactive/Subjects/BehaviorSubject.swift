/// A subject with a current value, which a new subscriber receives at once. After the end, a new
/// subscriber receives only the end.
///
///     subject    0─1──2──3──
///     subscribed at   ▲
///     gets            2──3──
///
/// Observation tracks ``value()``, as it tracks the value of a ``BehaviorRelay``.
public final class BehaviorSubject<Element>: Subject<Element> {
  @exclusivity(unchecked) private var current: Stored<Element>?
  // The exclusivity check would cost more than the rest of sending an element without readers.
  @exclusivity(unchecked) private var tracker: ObservationTracker?

  /// Creates a subject with this current value.
  public init(value: Element) {
    current = Stored(value)
    super.init()
  }

  /// Creates a subject without a value, for sharing.
  override init() { super.init() }

  nonisolated deinit {}

  /// The current value. It is already the new one while the new one is being sent.
  ///
  /// - Throws: The error with which the subject ended; ``RxError/disposed(object:)`` after
  ///   `dispose`.
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

  override func registerWithReplay(_ receiver: Receiver<Element>) -> any Disposable {
    let subscription = register(receiver)
    if let current { receiver.next(current.element) }
    return subscription
  }

  override func stop(_ stop: Stop) {
    tracker.change { super.stop(stop) }
  }

  /// Disposes all subscriptions and drops the value.
  public override func dispose() {
    tracker.change {
      super.dispose()
      current = nil
    }
  }
}
