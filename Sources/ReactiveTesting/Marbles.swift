import Reactive

/// Returns the events of a marble diagram. Each column lasts `frame` milliseconds; the first is 0.
///
///     marbles("─1──2─|")    // next(1)@10, next(2)@40, completed@60
///
/// `-` or `─` lets time pass, `|` is the completion, `#` an error (``TestError``). Events in
/// parentheses occur at the column of the opening one. Spaces are for alignment and take no time.
public func marbles<Element>(
  _ drawing: String, frame: Int = 10, _ element: (Character) -> Element
) -> [Recorded<Event<Element>>] {
  var events: [Recorded<Event<Element>>] = []
  var column = 0
  var group: Int?
  for character in drawing where character != " " {
    let time = (group ?? column) * frame
    switch character {
    case "-", "─": break
    case "|": events.append(.completed(time))
    case "#": events.append(.error(time))
    case "(": group = column
    case ")": group = nil
    default: events.append(.next(time, element(character)))
    }
    column += 1
  }
  return events
}

/// Returns the events of a marble diagram with digits as elements.
public func marbles(_ drawing: String, frame: Int = 10) -> [Recorded<Event<Int>>] {
  marbles(drawing, frame: frame) { $0.wholeNumberValue ?? -1 }
}

/// Returns the events of a marble diagram with texts of one character as elements.
public func marbles(_ drawing: String, frame: Int = 10) -> [Recorded<Event<String>>] {
  marbles(drawing, frame: frame) { String($0) }
}

extension TestScheduler {
  /// Creates a hot source from a marble diagram.
  public func hot(_ drawing: String, frame: Int = 10) -> TestableObservable<Int> {
    createHotObservable(marbles(drawing, frame: frame))
  }

  /// Creates a cold source from a marble diagram.
  public func cold(_ drawing: String, frame: Int = 10) -> TestableObservable<Int> {
    createColdObservable(marbles(drawing, frame: frame))
  }

  /// Subscribes now, before scheduled work, and runs until no work is left or until the end time.
  public func record<Source: ObservableConvertibleType>(
    until end: Int = 1_000, _ create: @escaping () -> Source
  ) -> [Recorded<Event<Source.Element>>] {
    start(created: clock, subscribed: clock, disposed: end, create).events
  }
}
