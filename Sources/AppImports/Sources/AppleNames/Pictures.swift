#if !canImport(Darwin)
  public import Foundation

  /// An image that keeps its name or its bytes, and is not drawn.
  nonisolated public struct UIImage: Hashable, Sendable, Encodable {
    private let name: String?
    private let data: Data?

    /// Creates an empty image.
    public init() {
      name = nil
      data = nil
    }

    /// Creates an image of the app.
    public init?(named name: String) {
      self.name = name
      data = nil
    }

    /// Creates a system symbol.
    public init?(systemName name: String) {
      self.name = name
      data = nil
    }

    /// Creates an image from bytes; `nil` for no bytes.
    public init?(data: Data) {
      if data.isEmpty { return nil }
      name = nil
      self.data = data
    }

    /// The bytes that it was created from; `nil` for a named image.
    public func pngData() -> Data? { data }

    /// Writes its name, or null.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(name)
    }
  }

  /// A color.
  nonisolated public struct UIColor: Hashable, Sendable, Encodable {
    private let components: [Double]

    /// Creates a color from components in 0 to 1.
    public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
      components = [red, green, blue, alpha].map { Double($0) }
    }

    /// Creates a grey.
    public init(white: CGFloat, alpha: CGFloat) {
      self.init(red: white, green: white, blue: white, alpha: alpha)
    }

    /// This color with another opacity.
    public func withAlphaComponent(_ alpha: CGFloat) -> UIColor {
      UIColor(
        red: components[0], green: components[1], blue: components[2], alpha: alpha)
    }

    /// Writes `#rrggbbaa`.
    public func encode(to encoder: any Encoder) throws {
      let digits = components.map { component in
        let text = String(Int((min(max(component, 0), 1) * 255).rounded()), radix: 16)
        return text.count == 1 ? "0" + text : text
      }
      var container = encoder.singleValueContainer()
      try container.encode("#" + digits.joined())
    }

    /// Black.
    public static let black = UIColor(white: 0, alpha: 1)
    /// White.
    public static let white = UIColor(white: 1, alpha: 1)
    /// Transparent black.
    public static let clear = UIColor(white: 0, alpha: 0)
    /// Medium grey.
    public static let gray = UIColor(white: 0.5, alpha: 1)
    /// Red.
    public static let red = UIColor(red: 1, green: 0, blue: 0, alpha: 1)
    /// Green.
    public static let green = UIColor(red: 0, green: 1, blue: 0, alpha: 1)
    /// Blue.
    public static let blue = UIColor(red: 0, green: 0, blue: 1, alpha: 1)
    /// Yellow.
    public static let yellow = UIColor(red: 1, green: 1, blue: 0, alpha: 1)
    /// Orange.
    public static let orange = UIColor(red: 1, green: 0.5, blue: 0, alpha: 1)
  }
#endif
