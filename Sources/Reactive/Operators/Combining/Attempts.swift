/// Subscribes sequences one after the other, for `concat`, `catch(sequence:)` and `retry`.
///
/// It disposes the previous sequence before it subscribes the next one, inside the end of the
/// previous one. The stack does not grow, however many end at once.
final class Attempts<Element>: Disposable {
  private let sink: Sink<Element>
  private let next: () -> Observable<Element>?
  private let onStop: (Attempts<Element>, Stop) -> Void
  private let onExhausted: () -> Void
  private let current = SerialDisposable()
  private var isSubscribing = false
  private var isNextDue = false

  /// - Parameters:
  ///   - next: Returns the next sequence, or nil.
  ///   - onStop: Called once at the end of each sequence. It either calls ``run()``, now or later,
  ///     or stops the sink.
  ///   - onExhausted: Called when no sequence is left.
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

  /// Subscribes the next sequence, unless the sink has ended.
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

  /// Disposes the current sequence.
  func disposeCurrent() { current.clear() }

  func dispose() { current.dispose() }
}
