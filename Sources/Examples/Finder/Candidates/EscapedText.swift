/// Bytes that are no UTF-8 as a text, in which those beyond ASCII are written as `\xFF`, and a backslash as `\x5C`.
package enum EscapedText {
  package static func write(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { byte in
      byte < 0x80 && byte != UInt8(ascii: "\\")
        ? String(UnicodeScalar(byte)) : "\\x" + String(byte, radix: 16, uppercase: true)
    }.joined()
  }

  /// The bytes that a text stands for; `nil` when none of them is escaped, or one is 0.
  package static func read(_ text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      let digits = String(decoding: rest.dropFirst().prefix(2), as: UTF8.self)
      if byte == UInt8(ascii: "\\"), rest.first == UInt8(ascii: "x"), digits.utf8.count == 2,
        let escaped = UInt8(digits, radix: 16)
      {
        bytes.append(escaped)
        rest = rest.dropFirst(3)
      } else {
        bytes.append(byte)
      }
    }
    return bytes.count < text.utf8.count && !bytes.contains(0) ? bytes : nil
  }
}
