extension ObservableType {
  /// Sends the default if the source completes without an element.
  ///
  ///     source               ───|
  ///     ifEmpty(default: a)  ───a|
  public func ifEmpty(default element: Element) -> Observable<Element> {
    ifEmpty(switchTo: .just(element))
  }

  /// Switches to the other sequence if the source completes without an element.
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
