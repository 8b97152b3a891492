#if !canImport(Darwin)
  /// How a view would show a change. Nothing here does.
  nonisolated public struct Animation: Equatable, Sendable {
    /// The usual one.
    public static let `default` = Animation()
    /// A change of constant speed.
    public static let linear = Animation()
    /// A change that begins slowly.
    public static let easeIn = Animation()
    /// A change that ends slowly.
    public static let easeOut = Animation()
    /// A change that begins and ends slowly.
    public static let easeInOut = Animation()
    /// A change like that of a spring.
    public static let spring = Animation()
    /// A change like that of a spring, which does not go too far.
    public static let smooth = Animation()
    /// A change of constant speed that takes so many seconds.
    public static func linear(duration: Double) -> Animation { Animation() }
    /// A change that begins slowly, and takes so many seconds.
    public static func easeIn(duration: Double) -> Animation { Animation() }
    /// A change that ends slowly, and takes so many seconds.
    public static func easeOut(duration: Double) -> Animation { Animation() }
    /// A change that begins and ends slowly, and takes so many seconds.
    public static func easeInOut(duration: Double) -> Animation { Animation() }
  }

  /// Makes a change; a view would show it in motion.
  public func withAnimation<Result>(
    _ animation: Animation? = .default, _ body: () throws -> Result
  ) rethrows -> Result { try body() }
#endif
