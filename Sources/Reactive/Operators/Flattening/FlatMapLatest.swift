extension ObservableType {
  /// Runs a sequence for the newest element only: when an element comes, the closure is called, then the sequence that
  /// runs is disposed, then the new one is subscribed.
  ///
  ///     source         ─a───b─────|
  ///     inner           ──0──1|         (of each)
  ///     flatMapLatest  ───a0──b0─b1|
  public func flatMapLatest<Inner: ObservableConvertibleType>(
    _ selector: @escaping (Element) throws -> Inner
  ) -> Observable<Inner.Element> {
    let source = asObservable()
    return .feeding { sink in
      let current = SerialDisposable()
      var newest = 0
      var isRunning = false
      var isOuterDone = false
      let subscription = source.attach(
        Receiver(
          sink,
          onStop: { stop in
            isOuterDone = true
            if case .completed = stop, isRunning { return }
            sink.stop(stop)
          },
          onNext: { element in
            let inner = try selector(element).asObservable()
            newest += 1
            let number = newest
            isRunning = true
            current.disposable = Disposables.create()
            current.disposable = inner.attach(
              Receiver(
                sink,
                onStop: { stop in
                  if number != newest { return }
                  isRunning = false
                  if case .completed = stop, !isOuterDone { return }
                  sink.stop(stop)
                },
                onNext: { element in
                  if number == newest { sink.next(element) }
                }))
          }))
      return Disposables.create(subscription, current)
    }
  }
}

extension ObservableType where Element: ObservableConvertibleType {
  /// Runs the newest of the inner sequences only.
  public func switchLatest() -> Observable<Element.Element> {
    flatMapLatest { $0 }
  }
}
