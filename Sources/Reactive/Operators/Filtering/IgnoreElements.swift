extension ObservableType {
  /// Forwards only the stop event.
  ///
  ///     source           ─1──2──3─|
  ///     ignoreElements() ─────────|
  public func ignoreElements() -> Observable<Never> {
    lift { (_: Sink<Never>) in { _ in } }
  }
}
