/// The lifetime of one subscription to a test's source, in milliseconds (RxTest's `Subscription`).
nonisolated public struct Subscription: Equatable, Sendable, CustomStringConvertible {
  /// The time of the subscription.
  public let subscribe: Int
  /// The time of the disposal; `Int.max` without one.
  public let unsubscribe: Int

  /// Creates a subscription from a time to a time.
  public init(_ subscribe: Int, _ unsubscribe: Int = .max) {
    self.subscribe = subscribe
    self.unsubscribe = unsubscribe
  }

  /// The times as text, such as `[200, 500]`.
  public var description: String {
    "[\(subscribe), \(unsubscribe == .max ? "…" : String(unsubscribe))]"
  }
}
