extension JSONWriter {
  /// Appends a text in quotes with the shortest escapes; only `"`, `\` and control characters are
  /// escaped (RFC 8259, section 7).
  public mutating func write(string: String) {
    let isWritten: Void? = string.utf8.withContiguousStorageIfAvailable { write(quoting: $0) }
    if isWritten == nil {
      // A text that is bridged from Objective-C may not be stored as UTF-8.
      var native = string
      native.withUTF8 { write(quoting: $0) }
    }
  }

  private mutating func write(quoting text: UnsafeBufferPointer<UInt8>) {
    let count = text.count
    let quote = reserve(count + 2)
    quote.storeBytes(of: UInt8(ascii: "\""), as: UInt8.self)
    guard let source = text.baseAddress else {
      quote.storeBytes(of: UInt8(ascii: "\""), toByteOffset: 1, as: UInt8.self)
      return advance(by: 2)
    }
    let target = quote + 1
    var position = 0
    // Copies and checks eight bytes at a time.
    while position + 8 <= count {
      let word = UnsafeRawPointer(source).loadUnaligned(fromByteOffset: position, as: UInt64.self)
      guard !ByteLanes.needsEscape(word) else { break }
      target.storeBytes(of: word, toByteOffset: position, as: UInt64.self)
      position += 8
    }
    while position < count {
      let byte = source[position]
      guard !byte.needsEscape else {
        advance(by: 1 + position)
        return writeEscaping(UnsafeBufferPointer(rebasing: text[position...]))
      }
      target.storeBytes(of: byte, toByteOffset: position, as: UInt8.self)
      position += 1
    }
    target.storeBytes(of: UInt8(ascii: "\""), toByteOffset: count, as: UInt8.self)
    advance(by: count + 2)
  }

  /// Appends the rest of a text with characters to escape, and the closing quote.
  private mutating func writeEscaping(_ text: UnsafeBufferPointer<UInt8>) {
    var runStart = 0
    for position in text.indices where text[position].needsEscape {
      writeRaw(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: text[runStart..<position])))
      writeEscape(text[position])
      runStart = position + 1
    }
    writeRaw(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: text[runStart...])))
    writeByte(UInt8(ascii: "\""))
  }

  private mutating func writeEscape(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): writeRaw(#"\""#)
    case UInt8(ascii: "\\"): writeRaw(#"\\"#)
    case 0x08: writeRaw(#"\b"#)
    case 0x09: writeRaw(#"\t"#)
    case 0x0A: writeRaw(#"\n"#)
    case 0x0C: writeRaw(#"\f"#)
    case 0x0D: writeRaw(#"\r"#)
    default:
      writeRaw(byte < 0x10 ? #"\u000"# : #"\u001"#)
      let digit = byte & 0xF
      writeByte(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
    }
  }
}

extension UInt8 {
  /// Whether JSON requires an escape for this byte in a string.
  fileprivate var needsEscape: Bool {
    self < 0x20 || self == UInt8(ascii: "\"") || self == UInt8(ascii: "\\")
  }
}
