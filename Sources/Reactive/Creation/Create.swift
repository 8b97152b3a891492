extension ObservableType {
  /// A sequence that runs the closure for each subscription.
  ///
  /// The observer that the closure gets takes events at any time; after a stop event it ignores everything. The
  /// disposable that the closure returns is disposed after the stop event has been sent, or when the subscription is.
  public static func create(
    _ subscribe: @escaping (AnyObserver<Element>) -> any Disposable
  ) -> Observable<Element> {
    .feeding { sink in
      subscribe(AnyObserver(sink))
    }
  }
}
