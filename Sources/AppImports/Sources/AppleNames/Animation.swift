#if !canImport(Darwin)
  /// An animation of SwiftUI, which has no effect here.
  nonisolated public struct Animation: Equatable, Sendable {
    /// The default animation.
    public static let `default` = Animation()
    /// A linear animation.
    public static let linear = Animation()
    /// An animation that starts slowly.
    public static let easeIn = Animation()
    /// An animation that ends slowly.
    public static let easeOut = Animation()
    /// An animation that starts and ends slowly.
    public static let easeInOut = Animation()
    /// A spring animation.
    public static let spring = Animation()
    /// A spring animation without bounce.
    public static let smooth = Animation()
    /// A linear animation with a duration in seconds.
    public static func linear(duration: Double) -> Animation { Animation() }
    /// An animation that starts slowly, with a duration in seconds.
    public static func easeIn(duration: Double) -> Animation { Animation() }
    /// An animation that ends slowly, with a duration in seconds.
    public static func easeOut(duration: Double) -> Animation { Animation() }
    /// An animation that starts and ends slowly, with a duration in seconds.
    public static func easeInOut(duration: Double) -> Animation { Animation() }
  }

  /// Runs the closure. Without views, the animation has no effect.
  public func withAnimation<Result>(
    _ animation: Animation? = .default, _ body: () throws -> Result
  ) rethrows -> Result { try body() }
#endif
