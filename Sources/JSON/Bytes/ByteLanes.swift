/// Eight bytes of text that are compared together, as the lanes of one word.
enum ByteLanes {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highBits: UInt64 = 0x8080_8080_8080_8080

  /// Sets the highest bit of each lane that is zero. Lanes above such a one may be marked wrongly,
  /// so only the lowest mark counts.
  @inline(__always)
  private static func zeros(_ word: UInt64) -> UInt64 {
    (word &- ones) & ~word & highBits
  }

  /// Marks the lanes that end a run of plain text in a string: a quote, a backslash, or a control
  /// character. Only the lowest mark counts.
  @inline(__always)
  static func endsOfText(_ word: UInt64) -> UInt64 {
    zeros(word ^ (ones &* UInt64(UInt8(ascii: "\""))))
      | zeros(word ^ (ones &* UInt64(UInt8(ascii: "\\"))))
      | ((word &- ones &* 0x20) & ~word & highBits)
  }

  /// Marks the lanes that ``endsOfText(_:)`` marks, and those that are not ASCII.
  @inline(__always)
  static func endsOfASCIIText(_ word: UInt64) -> UInt64 {
    ((word ^ (ones &* UInt64(UInt8(ascii: "\""))) &- ones)
      | (word ^ (ones &* UInt64(UInt8(ascii: "\\"))) &- ones)
      | (word &- ones &* 0x20) | word) & highBits
  }

  /// Whether any of the bytes has to be escaped in a string.
  @inline(__always)
  static func needsEscape(_ word: UInt64) -> Bool {
    endsOfText(word) != 0
  }
}
