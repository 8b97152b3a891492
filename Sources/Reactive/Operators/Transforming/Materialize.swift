extension ObservableType {
  /// Sends every event as an element. After a stop event it completes; it never fails.
  ///
  ///     source         ─a──b──#
  ///     materialize()  ─a──b──#|    (the events as elements, then completed)
  public func materialize() -> Observable<Event<Element>> {
    let source = asObservable()
    return .feeding { sink in
      source.attach(
        sink.receiver(
          onStop: { stop in
            sink.next(stop.event())
            sink.stop(.completed)
          },
          onNext: { element in sink.next(.next(element)) }))
    }
  }
}

extension ObservableType where Element: EventConvertible {
  /// Converts elements that are events into events. It ends with the first stop event, an element
  /// or its own.
  public func dematerialize() -> Observable<Element.Element> {
    lift { sink in
      { element in
        switch element.event {
        case .next(let element): sink.next(element)
        case .error(let error): sink.stop(.error(error))
        case .completed: sink.stop(.completed)
        }
      }
    }
  }
}
