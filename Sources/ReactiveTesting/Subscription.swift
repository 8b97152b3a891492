/// From when to when a test's source was subscribed.
nonisolated public struct Subscription: Equatable, Sendable, CustomStringConvertible {
  /// When it was subscribed.
  public let subscribe: Int
  /// When it was disposed; never is `Int.max`.
  public let unsubscribe: Int

  /// A subscription from a time to a time.
  public init(_ subscribe: Int, _ unsubscribe: Int = .max) {
    self.subscribe = subscribe
    self.unsubscribe = unsubscribe
  }

  /// As in `[200, 500]`.
  public var description: String {
    "[\(subscribe), \(unsubscribe == .max ? "…" : String(unsubscribe))]"
  }
}
