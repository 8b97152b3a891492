/// A bracket expression of a pattern: `[a-z]`, `[!0-9]`, `[[:alpha:]_]`.
struct ByteSet: Sendable {
  private var words = SIMD4<UInt64>()
  private var isNegated = false

  func contains(_ byte: UInt8) -> Bool {
    (words[Int(byte >> 6)] >> UInt64(byte & 63)) & 1 == (isNegated ? 0 : 1)
  }

  /// Parses it after its opening bracket.
  ///
  /// - Returns: nil if it is not closed, or names an unknown class.
  init?(_ rest: inout ArraySlice<UInt8>) {
    if rest.first == UInt8(ascii: "!") || rest.first == UInt8(ascii: "^") {
      isNegated = true
      rest.removeFirst()
    }
    var isFirst = true
    while var byte = rest.popFirst() {
      if byte == UInt8(ascii: "]"), !isFirst { return }
      isFirst = false
      if byte == UInt8(ascii: "["), rest.first == UInt8(ascii: ":") {
        guard insertClass(&rest) else { return nil }
        continue
      }
      if byte == UInt8(ascii: "\\") {
        guard let escaped = rest.popFirst() else { return nil }
        byte = escaped
      }
      guard rest.first == UInt8(ascii: "-"), let after = rest.dropFirst().first,
        after != UInt8(ascii: "]")
      else {
        insert(byte)
        continue
      }
      rest.removeFirst(2)
      var end = after
      if after == UInt8(ascii: "\\") {
        guard let escaped = rest.popFirst() else { return nil }
        end = escaped
      }
      if byte <= end { for member in byte...end { insert(member) } }
    }
    return nil
  }

  private mutating func insert(_ byte: UInt8) {
    words[Int(byte >> 6)] |= 1 << UInt64(byte & 63)
  }

  /// Parses `:alpha:]`.
  private mutating func insertClass(_ rest: inout ArraySlice<UInt8>) -> Bool {
    guard let end = rest.firstIndex(of: UInt8(ascii: "]")), end - rest.startIndex > 1,
      rest[end - 1] == UInt8(ascii: ":"),
      let contains = Self.classes[
        String(decoding: rest[(rest.startIndex + 1)..<(end - 1)], as: UTF8.self)]
    else { return false }
    rest = rest[(end + 1)...]
    for byte in UInt8.min...127 where contains(byte) { insert(byte) }
    return true
  }

  /// The classes of POSIX, in the C locale.
  private static let classes: [String: @Sendable (UInt8) -> Bool] = [
    "alnum": { isLetter($0) || isDigit($0) },
    "alpha": { isLetter($0) },
    "blank": { $0 == 32 || $0 == 9 },
    "cntrl": { $0 < 32 || $0 == 127 },
    "digit": { isDigit($0) },
    "graph": { 33...126 ~= $0 },
    "lower": { 97...122 ~= $0 },
    "print": { 32...126 ~= $0 },
    "punct": { 33...126 ~= $0 && !isLetter($0) && !isDigit($0) },
    "space": { $0 == 32 || 9...13 ~= $0 },
    "upper": { 65...90 ~= $0 },
    "xdigit": { isDigit($0) || 65...70 ~= $0 || 97...102 ~= $0 },
  ]

  private static func isLetter(_ byte: UInt8) -> Bool { 65...90 ~= byte || 97...122 ~= byte }
  private static func isDigit(_ byte: UInt8) -> Bool { 48...57 ~= byte }
}
