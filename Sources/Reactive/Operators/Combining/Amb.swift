extension ObservableType {
  /// Mirrors the first sequence that sends any event, and disposes the others. All are subscribed
  /// in the order given, even when one sends at once.
  ///
  ///     a    ───1──2─|
  ///     b    ─3──4───|
  ///     amb  ─3──4───|
  public static func amb<Sources: Sequence>(_ sources: Sources) -> Observable<Element>
  where Sources.Element == Observable<Element> {
    .feeding { sink in
      var winner: Int?
      let subscriptions = sources.map { ($0, SingleAssignmentDisposable()) }
      let wins = { (index: Int) -> Bool in
        if let winner { return winner == index }
        winner = index
        for (other, (_, subscription)) in subscriptions.enumerated() where other != index {
          subscription.dispose()
        }
        return true
      }
      for (index, (source, subscription)) in subscriptions.enumerated() {
        subscription.setDisposable(
          source.attach(
            sink.receiver(
              onStop: { stop in if wins(index) { sink.stop(stop) } },
              onNext: { element in if wins(index) { sink.next(element) } })))
      }
      return Disposables.create(subscriptions.map(\.1))
    }
  }

  /// Mirrors this sequence or the other one, whichever sends an event first.
  public func amb<Other: ObservableType>(_ other: Other) -> Observable<Element>
  where Other.Element == Element {
    .amb([asObservable(), other.asObservable()])
  }
}
