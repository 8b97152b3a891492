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
      var isEmpty = true
      return sink.feed(from: source) { element in
        isEmpty = false
        sink.next(element)
      } continuedBy: { stop in
        if case .completed = stop, isEmpty { other } else { nil }
      }
    }
  }
}
