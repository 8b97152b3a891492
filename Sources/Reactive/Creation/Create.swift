extension ObservableType {
  /// A sequence that runs the closure for each subscription.
  ///
  /// The observer accepts events at any time and ignores those after a stop event. The returned
  /// disposable is disposed after the stop event has been sent, or on disposal of the subscription.
  public static func create(
    _ subscribe: @escaping (AnyObserver<Element>) -> any Disposable
  ) -> Observable<Element> {
    .feeding { sink in
      subscribe(AnyObserver(sink))
    }
  }
}
