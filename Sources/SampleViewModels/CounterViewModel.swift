import Observation

/// Counts up and down, and tells whether the count is even.
@Observable
public final class CounterViewModel {
  /// Starts at 0.
  public private(set) var count = 0

  /// Whether the count is even; −1 is odd.
  public var isEven: Bool { count.isMultiple(of: 2) }

  /// A count of 0.
  public init() {}

  /// Counts up.
  public func plusButtonDidTap() { count += 1 }

  /// Counts down.
  public func minusButtonDidTap() { count -= 1 }
}
