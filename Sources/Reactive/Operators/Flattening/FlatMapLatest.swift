extension ObservableType {
  /// Runs a sequence for the newest element only. For each element the closure is called, then the
  /// previous inner sequence is disposed, then the new one is subscribed.
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
        sink.receiver(
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

/// The current inner sequence. Events of older ones are ignored, even of those that do not heed
/// their disposal.
private final class Latest<Element>: Disposable {
  let sink: Sink<Element>
  private let subscription = SerialDisposable()
  @exclusivity(unchecked) private(set) var newest = 0
  @exclusivity(unchecked) private var isRunning = false
  @exclusivity(unchecked) private var isOuterDone = false

  init(_ sink: Sink<Element>) {
    self.sink = sink
  }

  nonisolated deinit {}

  func run(_ inner: Observable<Element>) {
    newest += 1
    let number = newest
    isRunning = true
    subscription.clear()
    let running = inner.attach(Inner(self, number))
    if number == newest { subscription.disposable = running } else { running.dispose() }
  }

  func outerStopped(_ stop: Stop) {
    isOuterDone = true
    if case .completed = stop, isRunning { return }
    sink.stop(stop)
  }

  func innerStopped(_ stop: Stop) {
    isRunning = false
    if case .completed = stop, !isOuterDone { return }
    sink.stop(stop)
  }

  func dispose() { subscription.dispose() }
}

/// The receiver of the inner sequence with this number.
private final class Inner<Element>: Receiver<Element> {
  private let latest: Latest<Element>
  private let number: Int

  init(_ latest: Latest<Element>, _ number: Int) {
    self.latest = latest
    self.number = number
    super.init()
  }

  nonisolated deinit {}

  override func next(_ element: Element) {
    if number == latest.newest { latest.sink.next(element) }
  }

  override func stop(_ stop: Stop) {
    if number == latest.newest { latest.innerStopped(stop) }
  }

  override var isOver: Bool { latest.sink.isOver }
}
