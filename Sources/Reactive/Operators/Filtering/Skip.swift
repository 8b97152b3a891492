extension ObservableType {
  /// Omits the first `count` elements.
  ///
  ///     source   ─1──2──3─|
  ///     skip(2)  ───────3─|
  public func skip(_ count: Int) -> Observable<Element> {
    lift { sink in
      var remaining = count
      return { element in
        if remaining > 0 { remaining -= 1 } else { sink.next(element) }
      }
    }
  }

  /// Omits the first elements, as long as the predicate is true.
  ///
  ///     source                   ─1──2──3──1─|
  ///     skip(while: { $0 < 3 })  ───────3──1─|
  public func skip(
    while predicate: @escaping (Element) throws -> Bool
  ) -> Observable<Element> {
    lift { sink in
      var isSkipping = true
      return { element in
        if isSkipping, try predicate(element) { return }
        isSkipping = false
        sink.next(element)
      }
    }
  }

  /// Omits the events before the other sequence's first element. This includes the completion: a
  /// result whose source completes before that never ends.
  ///
  ///     source        ─1──2──3──4─|
  ///     other         ─────x──────
  ///     skip(until:)  ───────3──4─|
  public func skip<Other: ObservableType>(until other: Other) -> Observable<Element> {
    skip(until: other, endsWhileClosed: false)
  }

  /// `skip(until:)` with a choice for a completion that comes before the other sequence's element:
  /// Combine forwards it.
  package func skip<Other: ObservableType>(
    until other: Other, endsWhileClosed: Bool
  ) -> Observable<Element> {
    let source = asObservable()
    return .feeding { sink in
      var isOpen = false
      let gate = SingleAssignmentDisposable()
      let subscription = source.attach(
        sink.receiver(
          onStop: { stop in
            if case .completed = stop, !isOpen, !endsWhileClosed { return sink.dispose() }
            sink.stop(stop)
          }, onNext: { element in if isOpen { sink.next(element) } }))
      gate.setDisposable(
        other.attach(
          sink.receiver(
            onStop: { if case .error = $0 { sink.stop($0) } },
            onNext: { (_: Other.Element) in
              isOpen = true
              gate.dispose()
            })))
      return Disposables.create(subscription, gate)
    }
  }
}
