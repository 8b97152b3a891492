extension ObservableType {
  /// Each element with the object, which is not kept alive; completes with the first element after its release.
  public func withUnretained<Object: AnyObject>(
    _ object: Object
  ) -> Observable<(Object, Element)> {
    withUnretained(object) { ($0, $1) }
  }

  /// The closure's result of each element and the object, which is not kept alive; completes with the first element
  /// after its release.
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
