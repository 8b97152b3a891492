extension ObservableType {
  /// Sends these elements first, inside `subscribe`, then subscribes the source.
  ///
  ///     source        ─1──2─|
  ///     startWith(0)  01──2─|
  ///
  /// It sends all of them and subscribes the source, even if the observer needs only the first.
  public func startWith(_ elements: Element...) -> Observable<Element> {
    let source = asObservable()
    return Producer { receiver in
      for element in elements { receiver.next(element) }
      return source.attach(receiver)
    }
  }
}
