import Reactive
import ReactiveTesting

/// What one subscription gets, with times. Plain values: there is no subscription and no scheduler
/// in it.
typealias Trace = [Recorded<Event<Int>>]

/// Of which of two sources an event is.
nonisolated enum Side { case left, right }

nonisolated extension Trace {
  /// Answers each event with events at the same time, up to a stop event, or to nil: then nothing
  /// follows.
  func answered(_ answer: (Event<Int>) -> [Event<Int>]?) -> Trace {
    Trace(map { ($0.time, $0.value) }, answer)
  }

  private init<Question>(
    _ questions: [(Int, Question)], _ answer: (Question) -> [Event<Int>]?
  ) {
    self = []
    for (time, question) in questions {
      guard let answers = answer(question) else { return }
      for event in answers {
        append(Recorded(time: time, value: event))
        if event.isStopEvent { return }
      }
    }
  }

  /// Answers the elements alone; stop events are let through.
  func answeringElements(_ answer: (Int) -> [Event<Int>]) -> Trace {
    answered { event in event.element.map(answer) ?? [event] }
  }

  /// Answers the events of two sources in the order of time. At the same time the first goes first.
  static func answering(
    _ left: Trace, _ right: Trace, rightGoesFirst: Bool = false,
    _ answer: (Side, Event<Int>) -> [Event<Int>]?
  ) -> Trace {
    let tagged = [
      left.map { ($0.time, (Side.left, $0.value)) },
      right.map { ($0.time, (Side.right, $0.value)) },
    ]
    return Trace(inOrder((rightGoesFirst ? tagged.reversed() : tagged).flatMap(\.self)), answer)
  }

  /// The elements with their times.
  var elements: [(time: Int, element: Int)] {
    compactMap { event in event.value.element.map { (event.time, $0) } }
  }

  /// The stop event.
  var stop: Recorded<Event<Int>>? { last.flatMap { $0.value.isStopEvent ? $0 : nil } }

  /// The end is replaced by another trace, if it is one that the closure continues.
  func continued(_ next: (Recorded<Event<Int>>) -> Trace?) -> Trace {
    guard let stop, let next = next(stop) else { return self }
    return dropLast() + next
  }

  /// What several sources send that run at the same time, each from its place in the list on: ends
  /// with the first error, or when all have completed.
  static func running(_ sources: [Trace]) -> Trace {
    var count = sources.count
    return Trace(inOrder(sources.flatMap { $0.map { ($0.time, $0.value) } })) { event in
      if event.isCompleted { count -= 1 }
      return event.isCompleted && count > 0 ? [] : [event]
    }
  }

  /// The times of the elements, moved on; a completion too, while an error drops what waits.
  func delayed(by time: Int) -> Trace {
    guard let stop, stop.value.error != nil else {
      return map { Recorded(time: $0.time + time, value: $0.value) }
    }
    return dropLast().delayed(by: time).filter { $0.time < stop.time } + [stop]
  }

  /// The elements that no other follows for a time.
  func debounced(by time: Int) -> Trace {
    var result: Trace = []
    for (index, event) in enumerated() {
      guard case .next = event.value else { return result + [event] }
      let due = event.time + time
      guard index + 1 < count else { return result + [Recorded(time: due, value: event.value)] }
      let next = self[index + 1]
      if next.time > due {
        result.append(Recorded(time: due, value: event.value))
      } else if next.value.isCompleted {
        result.append(Recorded(time: next.time, value: event.value))
      }
    }
    return result
  }
}

/// By time; what is at the same time stays in order.
nonisolated private func inOrder<Value>(_ events: [(Int, Value)]) -> [(Int, Value)] {
  events.enumerated().sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }
    .map(\.element)
}
