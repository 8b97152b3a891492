#if !canImport(Darwin)
  public import Foundation

  /// A picture, of which is known where it comes from: its name, or its bytes. Nothing here draws.
  nonisolated public struct UIImage: Hashable, Sendable, Encodable {
    private let name: String?
    private let data: Data?

    /// An empty one.
    public init() {
      name = nil
      data = nil
    }

    /// One of the app's.
    public init?(named name: String) {
      self.name = name
      data = nil
    }

    /// One of the system's symbols.
    public init?(systemName name: String) {
      self.name = name
      data = nil
    }

    /// One that has been loaded; there is none in no bytes.
    public init?(data: Data) {
      if data.isEmpty { return nil }
      name = nil
      self.data = data
    }

    /// The bytes from which it was made, if it was.
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

    /// A color of these components, each from 0 to 1.
    public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
      components = [red, green, blue, alpha].map { Double($0) }
    }

    /// A grey.
    public init(white: CGFloat, alpha: CGFloat) {
      self.init(red: white, green: white, blue: white, alpha: alpha)
    }

    /// The same color, more or less transparent.
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

    /// No light.
    public static let black = UIColor(white: 0, alpha: 1)
    /// All light.
    public static let white = UIColor(white: 1, alpha: 1)
    /// Nothing.
    public static let clear = UIColor(white: 0, alpha: 0)
    /// A grey in the middle.
    public static let gray = UIColor(white: 0.5, alpha: 1)
    /// Red alone.
    public static let red = UIColor(red: 1, green: 0, blue: 0, alpha: 1)
    /// Green alone.
    public static let green = UIColor(red: 0, green: 1, blue: 0, alpha: 1)
    /// Blue alone.
    public static let blue = UIColor(red: 0, green: 0, blue: 1, alpha: 1)
    /// Red and green.
    public static let yellow = UIColor(red: 1, green: 1, blue: 0, alpha: 1)
    /// Between red and yellow.
    public static let orange = UIColor(red: 1, green: 0.5, blue: 0, alpha: 1)
  }
#endif
