extension ObservableType {
  /// The sequences one after the other: each is subscribed when the one before has completed.
  ///
  ///     a       ─1─2|
  ///     b           ─3─4|
  ///     concat  ─1─2─3─4|
  public static func concat(_ sources: Observable<Element>...) -> Observable<Element> {
    concat(sources)
  }

  /// The same for a collection or any other sequence, whose elements are asked for one by one.
  public static func concat<Sources: Sequence>(_ sources: Sources) -> Observable<Element>
  where Sources.Element == Observable<Element> {
    .feeding { sink in
      let attempts = Attempts(sink)
      var remaining = sources.makeIterator()
      attempts.run {
        remaining.next()
      } onStop: { stop in
        if case .completed = stop { return true }
        sink.stop(stop)
        return false
      } onExhausted: {
        sink.stop(.completed)
      }
      return attempts
    }
  }

  /// This sequence, and when it has completed the other one.
  public func concat<Other: ObservableConvertibleType>(_ other: Other) -> Observable<Element>
  where Other.Element == Element {
    .concat([asObservable(), other.asObservable()])
  }
}
