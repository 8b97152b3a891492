extension ObservableType {
  /// Sends only the element at the index, from 0. It fails if the source completes before.
  ///
  ///     source       ─a──b──c─|
  ///     element(at: 1) ────b|
  public func element(at index: Int) -> Observable<Element> {
    skip(index).take(1).ifEmpty(switchTo: .error(RxError.argumentOutOfRange))
  }

  /// Sends the only element. It fails if there is none, or a second one.
  ///
  ///     source    ─a───|
  ///     single()  ─a───|
  public func single() -> Observable<Element> {
    let source = asObservable()
    return .feeding { sink in
      var isFound = false
      return source.attach(
        sink.receiver(
          onStop: { stop in
            if case .completed = stop, !isFound { sink.stop(.error(RxError.noElements)) }
            sink.stop(stop)
          },
          onNext: { element in
            if isFound { throw RxError.moreThanOneElement }
            isFound = true
            sink.next(element)
          }))
    }
  }

  /// Sends the only element that satisfies the predicate. It fails if there is none, or a second
  /// one.
  public func single(
    _ predicate: @escaping (Element) throws -> Bool
  ) -> Observable<Element> {
    filter(predicate).single()
  }

  /// Sends the first element, or nil if the source completes without one.
  ///
  ///     source   ─a──b─|
  ///     first()  ─a|
  public func first() -> Single<Element?> {
    Single(trusting: map { $0 }.take(1).ifEmpty(default: nil))
  }
}
