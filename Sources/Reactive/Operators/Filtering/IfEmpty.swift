extension ObservableType {
  /// The element if the source completes without any.
  ///
  ///     source               ───|
  ///     ifEmpty(default: a)  ───a|
  public func ifEmpty(default element: Element) -> Observable<Element> {
    ifEmpty(switchTo: .just(element))
  }

  /// The other sequence if the source completes without any element.
  ///
  ///     source               ───|
  ///     other                ─a─b─|
  ///     ifEmpty(switchTo:)   ────a─b─|
  public func ifEmpty(switchTo other: Observable<Element>) -> Observable<Element> {
    let source = asObservable()
    return .feeding { sink in
      let current = SerialDisposable()
      var isEmpty = true
      let subscription = source.attach(
        Receiver(
          sink,
          onStop: { stop in
            guard case .completed = stop, isEmpty else { return sink.stop(stop) }
            current.disposable = other.attach(Receiver(sink, onNext: sink.next))
          },
          onNext: { element in
            isEmpty = false
            sink.next(element)
          }))
      return Disposables.create(subscription, current)
    }
  }
}
