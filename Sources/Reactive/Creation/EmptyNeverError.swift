extension ObservableType {
  /// Completes inside `subscribe`.
  ///
  ///     empty()   |
  public static func empty() -> Observable<Element> {
    ended(.completed)
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
    ended(.error(error))
  }

  private static func ended(_ stop: Stop) -> Observable<Element> {
    Producer(isTrampolined: false) { receiver in
      receiver.stop(stop)
      return Disposables.create()
    }
  }
}
