extension ObservableType {
  /// Completes when the other sequence sends an element, which is subscribed first. That it completes means nothing;
  /// an error of it ends this.
  ///
  ///     source         ─1──2──3──4─|
  ///     other          ───────x────
  ///     take(until:)   ─1──2──|
  public func take<Other: ObservableType>(until other: Other) -> Observable<Element> {
    let source = asObservable()
    return .feeding { sink in
      let other = other.attach(
        sink.receiver(
          onStop: { if case .error = $0 { sink.stop($0) } },
          onNext: { (_: Other.Element) in sink.stop(.completed) }))
      return Disposables.create(source.attach(sink), other)
    }
  }
}

/// Whether the element that decides is sent too.
public enum TakeBehavior {
  /// It is sent.
  case inclusive
  /// It is not.
  case exclusive
}

extension ObservableType {
  /// Completes with the first element for which the closure is true.
  ///
  ///     source                    ─1──2──3──4─|
  ///     take(until: { $0 == 3 })  ─1──2──|
  public func take(
    until predicate: @escaping (Element) throws -> Bool, behavior: TakeBehavior = .exclusive
  ) -> Observable<Element> {
    lift { sink in
      // Known before the last element is sent: what comes inside that comes too late.
      var isOver = false
      return { element in
        if isOver { return }
        isOver = try predicate(element)
        let isLast = isOver
        if !isLast || behavior == .inclusive { sink.next(element) }
        if isLast { sink.stop(.completed) }
      }
    }
  }
}
