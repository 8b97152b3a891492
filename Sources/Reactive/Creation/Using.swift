extension ObservableType {
  /// Creates a resource for each subscription and a sequence from it. The resource is disposed
  /// after the sequence has ended or has been disposed. An error of either closure ends the
  /// sequence; a resource that already exists is disposed.
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
