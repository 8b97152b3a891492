extension JSONWriter {
  /// Appends a text in quotes, with the shortest escapes: only `"`, `\` and control characters
  /// have one.
  public mutating func write(string: String) {
    var string = string
    string.withUTF8 { text in
      writeByte(UInt8(ascii: "\""))
      var runStart = 0
      for position in text.indices where text[position].needsEscape {
        writeRaw(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: text[runStart..<position])))
        writeEscape(text[position])
        runStart = position + 1
      }
      writeRaw(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: text[runStart...])))
      writeByte(UInt8(ascii: "\""))
    }
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
  /// Whether JSON does not let this byte stand in a string as it is.
  fileprivate var needsEscape: Bool {
    self < 0x20 || self == UInt8(ascii: "\"") || self == UInt8(ascii: "\\")
  }
}
