extension ObservableType {
  /// Completes when the other sequence, which is subscribed first, sends an element. The other's
  /// completion has no effect; its error ends the result.
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

/// Whether the deciding element is sent too.
public enum TakeBehavior {
  /// The element is sent.
  case inclusive
  /// The element is not sent.
  case exclusive
}

extension ObservableType {
  /// Completes at the first element for which the predicate is true.
  ///
  ///     source                    ─1──2──3──4─|
  ///     take(until: { $0 == 3 })  ─1──2──|
  public func take(
    until predicate: @escaping (Element) throws -> Bool, behavior: TakeBehavior = .exclusive
  ) -> Observable<Element> {
    lift { sink in
      // Set before the last element is sent, so that elements which that causes are ignored.
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
