#if !canImport(Darwin)
  /// A text that a view would look up in the app's translations: here the text itself, as it stands in the source, with
  /// what is put into it. So it is encoded.
  nonisolated public struct LocalizedStringKey: Hashable, Sendable, Encodable,
    ExpressibleByStringInterpolation
  {
    private let key: String

    /// The text.
    public init(_ value: String) { key = value }

    /// The text.
    public init(stringLiteral value: String) { key = value }

    /// Writes the text.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(key)
    }
  }
#endif
