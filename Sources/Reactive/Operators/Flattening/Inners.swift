/// The running inner sequences of a flattening operator, and its completion.
///
/// An error of an inner sequence ends the result at once. The result completes when the outer
/// sequence and all inner ones have completed.
final class Inners<Element>: Disposable {
  private let sink: Sink<Element>
  private let subscriptions = CompositeDisposable()
  private(set) var running = 0
  private var isOuterDone = false

  init(_ sink: Sink<Element>) {
    self.sink = sink
  }

  nonisolated deinit {}

  /// Subscribes an inner sequence; `onDone` is called when it completes.
  func run(_ inner: Observable<Element>, onDone: (() -> Void)? = nil) {
    running += 1
    var key: CompositeDisposable.DisposeKey?
    var isDone = false
    let subscription = inner.attach(
      sink.receiver(
        onStop: { [self] stop in
          guard case .completed = stop else { return sink.stop(stop) }
          if isDone { return }
          isDone = true
          running -= 1
          if let key { subscriptions.remove(for: key) }
          onDone?()
          completeIfDone()
        }, onNext: sink.next))
    if isDone { subscription.dispose() } else { key = subscriptions.insert(subscription) }
  }

  /// Counts a waiting sequence as running.
  func reserve() { running += 1 }

  /// Removes a reservation: the sequence is about to run.
  func release() { running -= 1 }

  /// Returns the receiver of the outer sequence.
  func outer<Outer>(_ onNext: @escaping (Outer) throws -> Void) -> Receiver<Outer> {
    sink.receiver(
      onStop: { [self] stop in
        guard case .completed = stop else { return sink.stop(stop) }
        isOuterDone = true
        completeIfDone()
      },
      // A source that cannot be disposed before `subscribe` has returned still sends after an inner
      // sequence has failed.
      onNext: { [sink] element in if !sink.isDisposed { try onNext(element) } })
  }

  func dispose() { subscriptions.dispose() }

  private func completeIfDone() {
    if isOuterDone, running == 0 { sink.stop(.completed) }
  }
}

extension ObservableConvertibleType {
  /// Makes a flattening operator: `onNext` is called for each subscription and returns the handler
  /// of an outer element.
  func flatten<Result>(
    _ onNext: @escaping (Inners<Result>) -> (Element) throws -> Void
  ) -> Observable<Result> {
    let source = asObservable()
    return .feeding { sink in
      let inners = Inners(sink)
      return Disposables.create(source.attach(inners.outer(onNext(inners))), inners)
    }
  }
}
