import Reactive

/// The events that a drawing shows. A column is so many milliseconds; the first is 0.
///
///     marbles("─1──2─|")    // next(1)@10, next(2)@40, completed@60
///
/// `-` or `─` is time that passes, `|` the completion, `#` an error (``TestError``). What stands in parentheses happens
/// where they open. Spaces are for alignment: nothing passes.
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

/// The same with numbers: a digit is its value.
public func marbles(_ drawing: String, frame: Int = 10) -> [Recorded<Event<Int>>] {
  marbles(drawing, frame: frame) { $0.wholeNumberValue ?? -1 }
}

/// The same with texts of one character.
public func marbles(_ drawing: String, frame: Int = 10) -> [Recorded<Event<String>>] {
  marbles(drawing, frame: frame) { String($0) }
}

extension TestScheduler {
  /// A hot source that a drawing shows.
  public func hot(_ drawing: String, frame: Int = 10) -> TestableObservable<Int> {
    createHotObservable(marbles(drawing, frame: frame))
  }

  /// A cold source that a drawing shows.
  public func cold(_ drawing: String, frame: Int = 10) -> TestableObservable<Int> {
    createColdObservable(marbles(drawing, frame: frame))
  }

  /// Subscribes now, before anything that is scheduled, and runs until there is nothing more, or to the end.
  public func record<Source: ObservableConvertibleType>(
    until end: Int = 1_000, _ create: @escaping () -> Source
  ) -> [Recorded<Event<Source.Element>>] {
    start(created: clock, subscribed: clock, disposed: end, create).events
  }
}
