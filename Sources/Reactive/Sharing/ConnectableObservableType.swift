/// A sequence that starts at a call of ``connect()``.
@MainActor public protocol ConnectableObservableType<Element>: ObservableType {
  /// Starts the sequence until the result is disposed.
  func connect() -> any Disposable
}

extension ConnectableObservableType {
  /// Connects at the first subscriber and disconnects after the last; the next one connects again.
  /// A subscriber after the end connects again too, even while the end is being sent, unless a
  /// subject was given.
  public func refCount() -> Observable<Element> {
    let counter = Counter(self)
    return .feeding { sink in counter.attach(sink) }
  }
}

/// Counts the subscribers of `refCount`.
private final class Counter<Source: ConnectableObservableType> {
  private let source: Source
  private var connection: (any Disposable)?
  private var count = 0
  /// The number of the current round. Each end of the source starts a new round, without the old
  /// subscribers.
  private var round = 0

  init(_ source: Source) {
    self.source = source
  }

  nonisolated deinit {}

  func attach(_ sink: Sink<Source.Element>) -> any Disposable {
    let round = round
    let subscription = source.attach(
      sink.receiver(
        onStop: { [self] stop in
          if round == self.round { startOver() }
          sink.stop(stop)
        }, onNext: sink.next))
    if sink.isDisposed || round != self.round { return subscription }
    count += 1
    if count == 1 { connection = source.connect() }
    return Disposables.create { [self] in
      subscription.dispose()
      if round != self.round { return }
      count -= 1
      if count == 0 { disconnect() }
    }
  }

  private func startOver() {
    round += 1
    count = 0
    disconnect()
  }

  private func disconnect() {
    connection?.dispose()
    connection = nil
  }
}
