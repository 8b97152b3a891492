/// An event of a sequence: any number of elements, then at most one error or completion.
nonisolated public enum Event<Element> {
  /// The next element.
  case next(Element)
  /// The sequence ended with an error. No event follows.
  case error(any Error)
  /// The sequence completed. No event follows.
  case completed
}

extension Event: Sendable where Element: Sendable {}

/// Something that can be seen as an ``Event``.
nonisolated public protocol EventConvertible<Element> {
  /// The type of the event's element.
  associatedtype Element
  /// This value as an event.
  var event: Event<Element> { get }
}

nonisolated extension Event: EventConvertible {
  /// This event itself.
  public var event: Event<Element> { self }
}

nonisolated extension Event {
  /// The element of a `next` event.
  public var element: Element? {
    if case .next(let element) = self { element } else { nil }
  }

  /// The error of an `error` event.
  public var error: (any Error)? {
    if case .error(let error) = self { error } else { nil }
  }

  /// Whether this is `completed`.
  public var isCompleted: Bool {
    if case .completed = self { true } else { false }
  }

  /// Whether the sequence ends with this event.
  public var isStopEvent: Bool {
    if case .next = self { false } else { true }
  }

  /// Transforms the element; an error that the transform throws becomes the event.
  public func map<Result>(_ transform: (Element) throws -> Result) -> Event<Result> {
    switch self {
    case .next(let element):
      do { return .next(try transform(element)) } catch { return .error(error) }
    case .error(let error): return .error(error)
    case .completed: return .completed
    }
  }
}

nonisolated extension Event: CustomDebugStringConvertible {
  /// The event as text, such as `next(1)`, `error(net)` or `completed`.
  public var debugDescription: String {
    switch self {
    case .next(let element): "next(\(element))"
    case .error(let error): "error(\(error))"
    case .completed: "completed"
    }
  }
}

/// The end of a sequence: an event without an element.
nonisolated package enum Stop {
  case error(any Error)
  case completed

  /// Returns this end as an event of any sequence.
  package func event<Element>(of type: Element.Type = Element.self) -> Event<Element> {
    switch self {
    case .error(let error): .error(error)
    case .completed: .completed
    }
  }
}
