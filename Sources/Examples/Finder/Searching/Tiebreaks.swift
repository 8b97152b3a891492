extension SearchOptions.Tiebreak {
  /// The maximum value, for a text without a match.
  private static let most = 0xFFFF

  /// Returns the value, smaller for better; values outside of 0 to 65,535 are clamped later.
  func value(
    of match: QueryMatch, in text: UnsafeBufferPointer<UInt8>, _ mask: UInt64
  ) -> Int {
    if self == .index { return 0 }
    if self == .length { return TextLength.trimmed(text, mask) }
    guard match.lastEnd > 0 else { return Self.most }
    let whites = TextLength.whites(text, mask)
    switch self {
    case .chunk:
      let before = whites[..<match.firstStart].reversed().prefix { !$0 }.count
      let after = whites[match.lastEnd...].prefix { !$0 }.count
      return match.lastEnd - match.firstStart + before + after
    case .begin:
      return match.firstEnd - Self.leading(whites, match)
    default:
      let length = max(1, min(TextLength.trimmed(text, mask), Self.most))
      return Self.most - Self.most * (match.lastEnd - Self.leading(whites, match)) / length
    }
  }

  /// Returns the number of leading white characters, up to the match.
  private static func leading(_ whites: [Bool], _ match: QueryMatch) -> Int {
    min(match.firstStart, whites.firstIndex(of: false) ?? whites.count - 1)
  }
}

/// The length of texts.
enum TextLength {
  /// Returns the number of characters of a text without the white space around it.
  @inline(__always)
  static func trimmed(_ text: UnsafeBufferPointer<UInt8>, _ mask: UInt64) -> Int {
    if mask & CharacterMask.notASCII != 0 {
      let whites = whites(text, mask)
      let first = whites.firstIndex(of: false) ?? whites.endIndex
      let last = whites.lastIndex(of: false) ?? first - 1
      return last + 1 - first
    }
    var (first, end) = (0, text.count)
    while first < end, isWhite(text[first]) { first += 1 }
    while end > first, isWhite(text[end - 1]) { end -= 1 }
    return end - first
  }

  /// Returns for each character whether it is white.
  static func whites(_ text: UnsafeBufferPointer<UInt8>, _ mask: UInt64) -> [Bool] {
    if mask & CharacterMask.notASCII == 0 { return text.map(isWhite) }
    return String(decoding: text, as: UTF8.self).unicodeScalars.map { $0.properties.isWhitespace }
  }

  @inline(__always)
  private static func isWhite(_ byte: UInt8) -> Bool { byte == 32 || 9...13 ~= byte }
}
