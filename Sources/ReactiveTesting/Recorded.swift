import Reactive

/// Something that happened, and when, in milliseconds of virtual time.
nonisolated public struct Recorded<Value> {
  /// When it happened.
  public let time: Int
  /// What happened.
  public let value: Value

  /// A record of a value at a time.
  public init(time: Int, value: Value) {
    self.time = time
    self.value = value
  }
}

nonisolated extension Recorded: Equatable where Value: Equatable {}
extension Recorded: Sendable where Value: Sendable {}

nonisolated extension Recorded: CustomStringConvertible {
  /// As in `next(1)@210`.
  public var description: String { "\(value)@\(time)" }
}

nonisolated extension Recorded {
  /// An element at a time.
  public static func next<Element>(_ time: Int, _ element: Element) -> Self
  where Value == Event<Element> {
    Recorded(time: time, value: .next(element))
  }

  /// The completion at a time.
  public static func completed<Element>(_ time: Int) -> Self where Value == Event<Element> {
    Recorded(time: time, value: .completed)
  }

  /// An error at a time.
  public static func error<Element>(_ time: Int, _ error: any Error = TestError()) -> Self
  where Value == Event<Element> {
    Recorded(time: time, value: .error(error))
  }
}

/// An error that means nothing but itself.
nonisolated public struct TestError: Error, Equatable, CustomStringConvertible {
  /// What tells it from others.
  public let description: String

  /// An error with this name.
  public init(_ description: String = "error") {
    self.description = description
  }
}

/// Events are equal when their elements are, or their errors as they print.
nonisolated extension Event: Equatable where Element: Equatable {
  /// Whether the two are the same.
  public static func == (left: Event, right: Event) -> Bool {
    switch (left, right) {
    case (.next(let left), .next(let right)): left == right
    case (.error(let left), .error(let right)): "\(left)" == "\(right)"
    case (.completed, .completed): true
    default: false
    }
  }
}
