/// Bytes as a printable text from which they can be restored: `read(text) ?? Array(text.utf8)`.
///
/// UTF-8 is unchanged, unless a part of it looks like an escape; then each backslash becomes
/// `\x5C`. In other bytes each non-ASCII byte becomes `\xFF` with its value, and each backslash
/// `\x5C`.
package enum EscapedText {
  package static func write(_ bytes: some RandomAccessCollection<UInt8>) -> String {
    let text = String(validating: bytes, as: UTF8.self)
    if let text, !holdsEscape(bytes) { return text }
    return escaped(bytes, isUTF8: text != nil)
  }

  /// Returns the number of Unicode scalars that represent the bytes before an offset, in bytes that
  /// are escaped.
  static func position(of offset: Int, in bytes: [UInt8]) -> Int {
    let isUTF8 = String(validating: bytes, as: UTF8.self) != nil
    return escaped(bytes[..<offset], isUTF8: isUTF8).unicodeScalars.count
  }

  private static func escaped(_ bytes: some Sequence<UInt8>, isUTF8: Bool) -> String {
    var shown: [UInt8] = []
    for byte in bytes {
      if byte == backslash || byte >= 0x80 && !isUTF8 {
        shown += "\\x\(String(byte, radix: 16, uppercase: true))".utf8
      } else {
        shown.append(byte)
      }
    }
    return String(decoding: shown, as: UTF8.self)
  }

  /// Returns the bytes of an escaped text; nil if it has no escapes. A byte may be 0.
  package static func read(_ text: String) -> [UInt8]? {
    let shown = Array(text.utf8)
    var bytes: [UInt8] = []
    var position = 0
    while position < shown.count {
      if let byte = escape(in: shown[position...]) {
        bytes.append(byte)
        position += escapeLength
      } else {
        bytes.append(shown[position])
        position += 1
      }
    }
    return bytes.count < shown.count ? bytes : nil
  }

  /// Whether a part of the bytes looks like an escape.
  static func holdsEscape(_ bytes: some RandomAccessCollection<UInt8>) -> Bool {
    bytes.indices.contains { escape(in: bytes[$0...]) != nil }
  }

  private static let backslash = UInt8(ascii: "\\")
  private static let escapeLength = 4

  /// Returns the byte of an escape at the start of bytes, with digits of either case.
  private static func escape(in bytes: some Collection<UInt8>) -> UInt8? {
    guard bytes.first == backslash else { return nil }
    let start = Array(bytes.prefix(escapeLength))
    guard start.count == escapeLength, start[1] == UInt8(ascii: "x"), let high = digit(start[2]),
      let low = digit(start[3])
    else { return nil }
    return high << 4 | low
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}
