extension ObservableType {
  /// Sends these first, inside `subscribe`; then the source is subscribed.
  ///
  ///     source        ─1──2─|
  ///     startWith(0)  01──2─|
  ///
  /// All of them are offered, and the source is subscribed, even if the first is all that the observer wants.
  public func startWith(_ elements: Element...) -> Observable<Element> {
    let source = asObservable()
    return Producer { receiver in
      for element in elements { receiver.next(element) }
      return source.attach(receiver)
    }
  }
}
