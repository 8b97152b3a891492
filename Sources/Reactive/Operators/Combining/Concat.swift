extension ObservableType {
  /// Subscribes the sequences one after the other: each when the previous one has completed and has
  /// been disposed.
  ///
  ///     a       ─1─2|
  ///     b           ─3─4|
  ///     concat  ─1─2─3─4|
  public static func concat(_ sources: Observable<Element>...) -> Observable<Element> {
    concat(sources)
  }

  /// Concatenates the sequences of any `Sequence`, which is iterated lazily.
  public static func concat<Sources: Sequence>(_ sources: Sources) -> Observable<Element>
  where Sources.Element == Observable<Element> {
    .feeding { sink in
      var remaining = sources.makeIterator()
      let attempts = Attempts(sink) {
        remaining.next()
      } onStop: { attempts, stop in
        if case .completed = stop { attempts.run() } else { sink.stop(stop) }
      } onExhausted: {
        sink.stop(.completed)
      }
      attempts.run()
      return attempts
    }
  }

  /// Sends this sequence and, when it has completed, the other one.
  public func concat<Other: ObservableConvertibleType>(_ other: Other) -> Observable<Element>
  where Other.Element == Element {
    .concat([asObservable(), other.asObservable()])
  }
}
