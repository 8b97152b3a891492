extension ObservableType {
  /// The last elements, when the source completes.
  ///
  ///     source       ─1──2──3─|
  ///     takeLast(2)  ─────────(23)|
  public func takeLast(_ count: Int) -> Observable<Element> {
    let source = asObservable()
    return .feeding { sink in
      var last = Window<Element>()
      return source.attach(
        sink.receiver(
          onStop: { stop in
            if case .completed = stop { last.elements.forEach(sink.next) }
            sink.stop(stop)
          },
          onNext: { element in last.append(element, limit: count) }))
    }
  }
}
