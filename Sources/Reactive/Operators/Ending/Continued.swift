extension Sink {
  /// Feeds this sink from a source and, when that has ended, from another sequence, whose end is
  /// forwarded. `catch`, `ifEmpty` and `andThen` use it.
  ///
  ///     source  ─1──2──|        (or an error)
  ///     next         ──7──|
  ///     this    ─1──2────7──|
  ///
  /// - Parameter next: Returns the sequence that follows this end, or nil if the sink is to end.
  func feed<Source>(
    from source: Observable<Source>, onNext: @escaping (Source) throws -> Void,
    continuedBy next: @escaping (Stop) throws -> Observable<Element>?
  ) -> any Disposable {
    let (current, first) = (SerialDisposable(), SingleAssignmentDisposable())
    current.disposable = first
    var isOver = false
    first.setDisposable(
      source.attach(
        receiver(
          onStop: { [self] end in
            if isOver { return }
            isOver = true
            do {
              guard let next = try next(end) else { return stop(end) }
              current.disposable = next.attach(self)
            } catch {
              stop(.error(error))
            }
          }, onNext: onNext)))
    return current
  }
}
