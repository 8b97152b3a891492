extension ObservableType {
  /// Creates a new sequence for each subscription.
  ///
  ///     deferred { a }   whatever a is when it is subscribed
  public static func deferred(
    _ factory: @escaping () throws -> Observable<Element>
  ) -> Observable<Element> {
    .feeding { sink in try factory().attach(sink) }
  }
}
