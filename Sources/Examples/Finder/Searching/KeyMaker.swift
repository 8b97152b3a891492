/// Makes the sort keys of the candidates that match a query.
protocol KeyMaker: ~Copyable, SendableMetatype {
  associatedtype Key: RankingKey
  init(_ query: Query)
  /// The bits that the mask of every match has.
  var requiredMask: UInt64 { get }
  /// Returns the key of a candidate, or nil if it does not match.
  ///
  /// - Parameters:
  ///   - text: A part of a ``CandidateChunk``.
  ///   - mask: The text's mask.
  mutating func key(_ text: UnsafeBufferPointer<UInt8>, _ mask: UInt64, number: Int) -> Key?
  /// Returns the key of a candidate if the order is that of the candidates.
  func key(ofUnranked number: Int) -> Key
}

/// Keys for fzf's default order: by score, then by length, then by number.
struct PlainKeys: KeyMaker, ~Copyable {
  private var matcher: Matcher
  private let isRanked: Bool
  let requiredMask: UInt64

  init(_ query: Query) {
    matcher = Matcher(query)
    isRanked = query.isRanked
    requiredMask = matcher.requiredMask
  }

  @inline(__always)
  mutating func key(
    _ text: UnsafeBufferPointer<UInt8>, _ mask: UInt64, number: Int
  ) -> UInt64? {
    guard let score = matcher.score(text, mask: mask) else { return nil }
    if !isRanked { return UInt64(number) }
    let points = UInt64(0xFFFF - min(max(score, 0), 0xFFFF))
    let length = TextLength.trimmed(text, mask)
    return points << 48 | UInt64(min(length, 0xFFFF)) << 32 | UInt64(UInt32(number))
  }

  func key(ofUnranked number: Int) -> UInt64 { UInt64(number) }
}

/// Keys for all orders, and for matches in fields.
struct DetailedKeys: KeyMaker, ~Copyable {
  private var matcher: Matcher
  private let isRanked: Bool
  private let options: SearchOptions
  let requiredMask: UInt64

  init(_ query: Query) {
    matcher = Matcher(query)
    isRanked = query.isRanked
    options = query.options
    requiredMask = matcher.requiredMask
  }

  mutating func key(
    _ text: UnsafeBufferPointer<UInt8>, _ mask: UInt64, number: Int
  ) -> DetailedKey? {
    guard let match = matcher.match(text, mask: mask) else { return nil }
    if !isRanked { return key(ofUnranked: number) }
    var points = UInt64(0xFFFF - min(max(match.score, 0), 0xFFFF)) << 48
    var shift = 32
    for tiebreak in options.tiebreaks {
      let value = tiebreak.value(of: match, in: text, mask)
      points |= UInt64(min(max(value, 0), 0xFFFF)) << UInt64(shift)
      shift -= 16
    }
    return DetailedKey(points: points, number: number, isReversed: options.isReversed)
  }

  func key(ofUnranked number: Int) -> DetailedKey {
    DetailedKey(points: 0, number: number, isReversed: options.isReversed)
  }
}
