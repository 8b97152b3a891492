/// A subject without replay: an element without subscribers is lost.
///
///     subject    ──1──2──3──
///     subscribed at   ▲
///     gets            2──3──
public final class PublishSubject<Element>: Subject<Element> {
  /// A subject without observers.
  public override init() { super.init() }

  nonisolated deinit {}
}
