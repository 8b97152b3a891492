#if !canImport(Darwin)
  /// The key of a translated text. Without translations it is the text of the source, with
  /// interpolations, and is encoded as that.
  nonisolated public struct LocalizedStringKey: Hashable, Sendable, Encodable,
    ExpressibleByStringInterpolation
  {
    private let key: String

    /// Creates a key.
    public init(_ value: String) { key = value }

    /// Creates a key from a literal.
    public init(stringLiteral value: String) { key = value }

    /// Writes the text.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(key)
    }
  }
#endif
