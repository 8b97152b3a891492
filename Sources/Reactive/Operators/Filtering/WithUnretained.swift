extension ObservableType {
  /// Sends each element with the object, without retaining it. It completes at the first element
  /// after the object's release.
  public func withUnretained<Object: AnyObject>(
    _ object: Object
  ) -> Observable<(Object, Element)> {
    withUnretained(object) { ($0, $1) }
  }

  /// Sends the closure's result for the object and each element, without retaining the object. It
  /// completes at the first element after the object's release.
  public func withUnretained<Object: AnyObject, Result>(
    _ object: Object, resultSelector: @escaping (Object, Element) throws -> Result
  ) -> Observable<Result> {
    lift { [weak object] sink in
      { [weak object] element in
        if let object {
          sink.next(try resultSelector(object, element))
        } else {
          sink.stop(.completed)
        }
      }
    }
  }
}
