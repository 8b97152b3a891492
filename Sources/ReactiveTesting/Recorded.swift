import Reactive

/// A value with its time, in milliseconds of virtual time (RxTest's `Recorded`).
nonisolated public struct Recorded<Value> {
  /// The time in milliseconds.
  public let time: Int
  /// The recorded value.
  public let value: Value

  /// Creates a record of a value at a time.
  public init(time: Int, value: Value) {
    self.time = time
    self.value = value
  }
}

nonisolated extension Recorded: Equatable where Value: Equatable {}
extension Recorded: Sendable where Value: Sendable {}

nonisolated extension Recorded: CustomStringConvertible {
  /// The record as text, such as `next(1)@210`.
  public var description: String { "\(value)@\(time)" }
}

nonisolated extension Recorded {
  /// Records an element at a time.
  public static func next<Element>(_ time: Int, _ element: Element) -> Self
  where Value == Event<Element> {
    Recorded(time: time, value: .next(element))
  }

  /// Records the completion at a time.
  public static func completed<Element>(_ time: Int) -> Self where Value == Event<Element> {
    Recorded(time: time, value: .completed)
  }

  /// Records an error at a time.
  public static func error<Element>(_ time: Int, _ error: any Error = TestError()) -> Self
  where Value == Event<Element> {
    Recorded(time: time, value: .error(error))
  }
}

/// An error for tests.
nonisolated public struct TestError: Error, Equatable, CustomStringConvertible {
  /// The name that distinguishes it from other errors.
  public let description: String

  /// Creates an error with this name.
  public init(_ description: String = "error") {
    self.description = description
  }
}

/// Events are equal if their elements are equal, or if their errors print the same text.
nonisolated extension Event: Equatable where Element: Equatable {
  /// Whether both events are equal.
  public static func == (left: Event, right: Event) -> Bool {
    switch (left, right) {
    case (.next(let left), .next(let right)): left == right
    case (.error(let left), .error(let right)): "\(left)" == "\(right)"
    case (.completed, .completed): true
    default: false
    }
  }
}
