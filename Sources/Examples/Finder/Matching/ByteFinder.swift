/// Finds a character in ASCII, eight bytes at a time.
struct ByteFinder: Sendable {
  /// The bits that turn upper case letters into lower case ones, in each byte; 0 if case counts.
  private let fold: UInt64
  /// The character, in each byte.
  private let wanted: UInt64

  private static let ones: UInt64 = 0x0101_0101_0101_0101

  /// - Parameter character: The character, in lower case if case does not count.
  init(_ character: UInt8, caseSensitive: Bool) {
    let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(character)
    fold = isLetter && !caseSensitive ? 0x20 * Self.ones : 0
    wanted = UInt64(character) * Self.ones
  }

  /// Returns the first position from `start` on, or the count or more if the character does not
  /// occur.
  ///
  /// - Parameter bytes: Must be readable up to ``CandidateChunk/padding`` bytes beyond their end.
  @inline(__always)
  func first(in bytes: UnsafePointer<UInt8>, from start: Int, count: Int) -> Int {
    var position = start
    while position < count {
      let word = UnsafeRawPointer(bytes + position).loadUnaligned(as: UInt64.self)
      // A zero byte marks the character; the lowest mark is exact.
      let difference = (UInt64(littleEndian: word) | fold) ^ wanted
      let zeros = (difference &- Self.ones) & ~difference & (0x80 * Self.ones)
      if zeros != 0 { return position + zeros.trailingZeroBitCount / 8 }
      position += 8
    }
    return count
  }
}
