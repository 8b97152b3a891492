extension ObservableType {
  /// Lets through nothing but the end.
  ///
  ///     source           ─1──2──3─|
  ///     ignoreElements() ─────────|
  public func ignoreElements() -> Observable<Never> {
    lift { (_: Sink<Never>) in { _ in } }
  }
}
