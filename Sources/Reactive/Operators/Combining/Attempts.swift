/// Subscribes sequences one after the other: what `concat` and `retry` share.
///
/// The next one is subscribed inside the end of the one before, but not deeper on the stack, however many end at once.
final class Attempts<Element>: Disposable {
  private let sink: Sink<Element>
  private let current = SerialDisposable()
  private var isSubscribing = false
  private var isNextDue = false

  init(_ sink: Sink<Element>) {
    self.sink = sink
  }

  /// - Parameters:
  ///   - next: The next sequence, if there is one.
  ///   - onStop: Whether to go on after this end; if not, it has told the sink.
  ///   - onExhausted: Called when one has ended and there is no next one.
  func run(
    _ next: @escaping () -> Observable<Element>?,
    onStop: @escaping (Stop) -> Bool,
    onExhausted: @escaping () -> Void
  ) {
    isNextDue = true
    if isSubscribing { return }
    isSubscribing = true
    defer { isSubscribing = false }
    while isNextDue, !sink.isDisposed {
      isNextDue = false
      guard let source = next() else { return onExhausted() }
      current.disposable = source.attach(
        Receiver(
          sink,
          onStop: { [self] stop in
            if onStop(stop) { run(next, onStop: onStop, onExhausted: onExhausted) }
          }, onNext: sink.next))
    }
  }

  func dispose() { current.dispose() }
}
