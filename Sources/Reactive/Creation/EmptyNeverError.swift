extension ObservableType {
  /// Completes inside `subscribe`.
  ///
  ///     empty()   |
  public static func empty() -> Observable<Element> {
    Producer(immediate: { $0.stop(.completed) })
  }

  /// Never sends anything.
  ///
  ///     never()   ───
  public static func never() -> Observable<Element> {
    Producer()
  }

  /// Ends with an error inside `subscribe`.
  ///
  ///     error(e)  #
  public static func error(_ error: any Error) -> Observable<Element> {
    Producer(immediate: { $0.stop(.error(error)) })
  }
}
