extension ObservableType {
  /// Sends the last `count` elements when the source completes.
  ///
  ///     source       ─1──2──3─|
  ///     takeLast(2)  ─────────(23)|
  public func takeLast(_ count: Int) -> Observable<Element> {
    let source = asObservable()
    return .feeding { sink in
      let last = Window<Element>(limit: count)
      return source.attach(
        sink.receiver(
          onStop: { stop in
            if case .completed = stop { last.send(to: sink) }
            sink.stop(stop)
          },
          onNext: last.append))
    }
  }
}
