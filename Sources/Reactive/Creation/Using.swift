extension ObservableType {
  /// A sequence with a resource for each subscription, which is disposed when that is over: after the end, or the
  /// disposal, of the sequence that was made with it. An error of either closure ends the sequence; what has been
  /// obtained by then is disposed.
  ///
  ///     resource     ▲       ▼       obtained, disposed
  ///     source         ─1──2─|
  ///     using        ──1──2─|
  public static func using<Resource: Disposable>(
    _ resourceFactory: @escaping () throws -> Resource,
    observableFactory: @escaping (Resource) throws -> Observable<Element>
  ) -> Observable<Element> {
    .feeding { sink in
      let resource = try resourceFactory()
      let source = deferred { try observableFactory(resource) }
      return Disposables.create(source.attach(sink), resource)
    }
  }
}
