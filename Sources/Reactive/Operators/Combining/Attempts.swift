/// Subscribes sequences one after the other: what `concat`, `catch(sequence:)` and `retry` share.
///
/// The one before is disposed before the next one is subscribed. That happens inside the end of the one before, but not
/// deeper on the stack, however many end at once.
final class Attempts<Element>: Disposable {
  private let sink: Sink<Element>
  private let next: () -> Observable<Element>?
  private let onStop: (Attempts<Element>, Stop) -> Void
  private let onExhausted: () -> Void
  private let current = SerialDisposable()
  private var isSubscribing = false
  private var isNextDue = false

  /// - Parameters:
  ///   - next: The next sequence, if there is one.
  ///   - onStop: Called at the end of each sequence, once. It goes on with ``run()``, now or later, or tells the sink.
  ///   - onExhausted: Called when there is no next one.
  init(
    _ sink: Sink<Element>, next: @escaping () -> Observable<Element>?,
    onStop: @escaping (Attempts<Element>, Stop) -> Void, onExhausted: @escaping () -> Void = {}
  ) {
    self.sink = sink
    self.next = next
    self.onStop = onStop
    self.onExhausted = onExhausted
  }

  nonisolated deinit {}

  /// Subscribes the next sequence, unless nobody wants it any more.
  func run() {
    isNextDue = true
    if isSubscribing { return }
    isSubscribing = true
    defer { isSubscribing = false }
    while isNextDue, !sink.isOver {
      isNextDue = false
      guard let source = next() else { return onExhausted() }
      current.clear()
      var isDone = false
      current.disposable = source.attach(
        sink.receiver(
          onStop: { [self] stop in
            if isDone { return }
            isDone = true
            onStop(self, stop)
          }, onNext: sink.next))
    }
  }

  /// Disposes the sequence that is subscribed.
  func letGo() { current.clear() }

  func dispose() { current.dispose() }
}
