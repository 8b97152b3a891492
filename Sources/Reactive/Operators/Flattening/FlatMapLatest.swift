extension ObservableType {
  /// Runs a sequence for the newest element only: when an element comes, the closure is called, then the sequence that
  /// runs is disposed, then the new one is subscribed.
  ///
  ///     source         ─a───b─────|
  ///     inner           ──0──1|         (of each)
  ///     flatMapLatest  ───a0──b0─b1|
  public func flatMapLatest<Inner: ObservableConvertibleType>(
    _ selector: @escaping (Element) throws -> Inner
  ) -> Observable<Inner.Element> {
    let source = asObservable()
    return .feeding { sink in
      let latest = Latest(sink)
      let subscription = source.attach(
        Receiver(
          sink,
          onStop: { stop in latest.outerStopped(stop) },
          onNext: { element in latest.run(try selector(element).asObservable()) }))
      return Disposables.create(subscription, latest)
    }
  }
}

extension ObservableType where Element: ObservableConvertibleType {
  /// Runs the newest of the inner sequences only.
  public func switchLatest() -> Observable<Element.Element> {
    flatMapLatest { $0 }
  }
}

/// The inner sequence that runs. What an older one still sends is ignored, even if it does not heed its disposal.
private final class Latest<Element>: Disposable {
  private let sink: Sink<Element>
  private let subscription = SerialDisposable()
  private var newest = 0
  private var isRunning = false
  private var isOuterDone = false

  init(_ sink: Sink<Element>) {
    self.sink = sink
  }

  func run(_ inner: Observable<Element>) {
    newest += 1
    let number = newest
    isRunning = true
    subscription.clear()
    let running = inner.attach(
      Receiver(
        sink,
        onStop: { [self] stop in if number == newest { innerStopped(stop) } },
        onNext: { [self] element in if number == newest { sink.next(element) } }))
    if number == newest { subscription.disposable = running } else { running.dispose() }
  }

  func outerStopped(_ stop: Stop) {
    isOuterDone = true
    if case .completed = stop, isRunning { return }
    sink.stop(stop)
  }

  func dispose() { subscription.dispose() }

  private func innerStopped(_ stop: Stop) {
    isRunning = false
    if case .completed = stop, !isOuterDone { return }
    sink.stop(stop)
  }
}
