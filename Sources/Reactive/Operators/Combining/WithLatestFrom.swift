extension ObservableType {
  /// Combines each element with the newest one of the second sequence, which is subscribed first.
  /// An element that comes before the second sequence has sent one is dropped.
  ///
  ///     source          ─1─────2──3─|
  ///     second          ───a─b──────
  ///     withLatestFrom  ───────2b─3b|
  ///
  /// The second sequence may complete: its last element stays in use. An error of either sequence
  /// ends the result.
  public func withLatestFrom<Second: ObservableConvertibleType, Result>(
    _ second: Second, resultSelector: @escaping (Element, Second.Element) throws -> Result
  ) -> Observable<Result> {
    let first = asObservable()
    let second = second.asObservable()
    return .feeding { sink in
      var latest: Stored<Second.Element>?
      let seconds = second.attach(
        sink.receiver(
          onStop: { if case .error = $0 { sink.stop($0) } },
          onNext: { element in
            if let latest { latest.replace(with: element) } else { latest = Stored(element) }
          }))
      let firsts = first.attach(
        sink.receiver { element in
          if let latest { sink.next(try resultSelector(element, latest.element)) }
        })
      return Disposables.create(firsts, seconds)
    }
  }

  /// Sends the newest element of the second sequence for each element of this one.
  public func withLatestFrom<Second: ObservableConvertibleType>(
    _ second: Second
  ) -> Observable<Second.Element> {
    withLatestFrom(second) { $1 }
  }
}
