extension Parser {
  /// A string, with the position at its opening quote.
  mutating func parseString() throws(ParseFault) -> String {
    position += 1
    let start = position
    while true {
      guard position < bytes.count else { throw fault(.closingQuote) }
      switch bytes[position] {
      case UInt8(ascii: "\""):
        let text = try validated(UnsafeRawBufferPointer(rebasing: bytes[start..<position]), start)
        position += 1
        return text
      case UInt8(ascii: "\\"):
        return try parseEscapedString(from: start)
      case 0..<0x20:
        throw fault(.escapeOfControl)
      default:
        position += 1
      }
    }
  }

  private func validated(
    _ text: UnsafeRawBufferPointer,
    _ start: Int
  ) throws(ParseFault) -> String {
    guard let string = String(validating: text, as: UTF8.self) else {
      throw fault(.validUTF8, at: start + text.validUTF8PrefixCount)
    }
    return string
  }

  /// A string with escapes: the position is at the first of them.
  private mutating func parseEscapedString(from start: Int) throws(ParseFault) -> String {
    var text = try validated(UnsafeRawBufferPointer(rebasing: bytes[start..<position]), start)
    while true {
      guard position < bytes.count else { throw fault(.closingQuote) }
      switch bytes[position] {
      case UInt8(ascii: "\""):
        position += 1
        return text
      case UInt8(ascii: "\\"):
        position += 1
        text.unicodeScalars.append(try parseEscape())
      case 0..<0x20:
        throw fault(.escapeOfControl)
      default:
        let runStart = position
        while position < bytes.count, bytes[position] >= 0x20,
          bytes[position] != UInt8(ascii: "\""), bytes[position] != UInt8(ascii: "\\")
        {
          position += 1
        }
        let run = UnsafeRawBufferPointer(rebasing: bytes[runStart..<position])
        text += try validated(run, runStart)
      }
    }
  }

  private mutating func parseEscape() throws(ParseFault) -> Unicode.Scalar {
    let letter = current
    position += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(letter)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try parseUnicodeEscape()
    default: throw fault(.escapeLetter, at: position - 1)
    }
  }

  /// The scalar of one `\uXXXX`, or of the two that make a surrogate pair; after the first `\u`.
  private mutating func parseUnicodeEscape() throws(ParseFault) -> Unicode.Scalar {
    let start = position - 2
    let first = try parseFourHexDigits()
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard UTF16.isLeadSurrogate(first) else { throw fault(.noLoneLowSurrogate, at: start) }
    guard current == UInt8(ascii: "\\"), position + 1 < bytes.count,
      bytes[position + 1] == UInt8(ascii: "u")
    else { throw fault(.lowSurrogate, at: start) }
    position += 2
    let second = try parseFourHexDigits()
    guard UTF16.isTrailSurrogate(second) else { throw fault(.lowSurrogate, at: start) }
    let scalar = 0x1_0000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00)
    return Unicode.Scalar(scalar) ?? "\u{FFFD}"
  }

  private mutating func parseFourHexDigits() throws(ParseFault) -> UInt16 {
    var value: UInt16 = 0
    for _ in 0..<4 {
      let digit: UInt8
      switch current {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = current - UInt8(ascii: "0")
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = current - UInt8(ascii: "A") + 10
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = current - UInt8(ascii: "a") + 10
      default: throw fault(.hexDigit)
      }
      value = value << 4 | UInt16(digit)
      position += 1
    }
    return value
  }
}

extension UnsafeRawBufferPointer {
  /// The number of bytes before the first ill-formed UTF-8 sequence.
  var validUTF8PrefixCount: Int {
    var decoder = UTF8()
    var iterator = makeIterator()
    var count = 0
    while case .scalarValue(let scalar) = decoder.decode(&iterator) {
      count += UTF8.width(scalar)
    }
    return count
  }
}
