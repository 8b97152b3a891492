extension Parser {
  /// Parses a string (RFC 8259, section 7) from its opening quote.
  @inline(__always)
  mutating func parseString() throws(ParseFault) -> String {
    next += 1
    let text = next
    skipText(onlyASCII: true)
    guard byte == UInt8(ascii: "\"") else { return try parseUnusualString(from: text) }
    defer { next += 1 }
    return try string(from: text, isASCII: true)
  }

  /// Parses a string that is not all ASCII, has escapes, or is not closed, from the byte that ended
  /// its first ASCII run.
  private mutating func parseUnusualString(
    from text: UnsafePointer<UInt8>
  ) throws(ParseFault) -> String {
    skipText(onlyASCII: false)
    let string = try parseStringWithEscapes(from: text)
    if findsMarks, offsetOfMarks == nil, string.hasTooManyMarks { offsetOfMarks = text - start }
    return string
  }

  /// Skips to the end of a run of plain text: a quote, a backslash, a control character, or the end
  /// of the input. Returns whether the run is all ASCII.
  @inline(__always)
  mutating func skipText() -> Bool {
    skipText(onlyASCII: true)
    if byte < 0x80 { return true }
    skipText(onlyASCII: false)
    return false
  }

  /// - Parameter onlyASCII: Whether a non-ASCII byte ends the run, too.
  @inline(__always)
  mutating func skipText(onlyASCII: Bool) {
    while end - next >= 8 {
      let word = UInt64(littleEndian: UnsafeRawPointer(next).loadUnaligned(as: UInt64.self))
      let ends = onlyASCII ? ByteLanes.endsOfASCIIText(word) : ByteLanes.endsOfText(word)
      guard ends == 0 else {
        next += ends.trailingZeroBitCount / 8
        return
      }
      next += 8
    }
    while next < end, next.pointee >= 0x20, next.pointee != UInt8(ascii: "\""),
      next.pointee != UInt8(ascii: "\\"), next.pointee < 0x80 || !onlyASCII
    {
      next += 1
    }
  }

  /// Returns the text from a position up to the next byte.
  @inline(__always)
  private func string(
    from text: UnsafePointer<UInt8>,
    isASCII: Bool
  ) throws(ParseFault) -> String {
    let run = Span(_unsafeStart: text, count: next - text)
    if isASCII { return String(copying: UTF8Span(unchecked: run, isKnownASCII: true)) }
    do throws(UTF8.ValidationError) {
      return String(copying: try UTF8Span(validating: run))
    } catch {
      throw fault(.validUTF8, at: text + error.byteOffsets.lowerBound)
    }
  }

  /// Parses a string that has escapes or is not closed, from the byte that ended its first run.
  private mutating func parseStringWithEscapes(
    from text: UnsafePointer<UInt8>
  ) throws(ParseFault) -> String {
    var string = try string(from: text, isASCII: false)
    while true {
      switch byte {
      case UInt8(ascii: "\""):
        next += 1
        return string
      case UInt8(ascii: "\\"):
        next += 1
        string.unicodeScalars.append(try parseEscape())
      case 0..<0x20:
        throw fault(next == end ? .closingQuote : .escapeOfControl)
      default:
        let run = next
        let isASCII = skipText()
        string += try self.string(from: run, isASCII: isASCII)
      }
    }
  }

  private mutating func parseEscape() throws(ParseFault) -> Unicode.Scalar {
    let scalar: Unicode.Scalar
    switch byte {
    case UInt8(ascii: "u"): return try parseUnicodeEscape()
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): scalar = Unicode.Scalar(byte)
    case UInt8(ascii: "b"): scalar = "\u{8}"
    case UInt8(ascii: "f"): scalar = "\u{C}"
    case UInt8(ascii: "n"): scalar = "\n"
    case UInt8(ascii: "r"): scalar = "\r"
    case UInt8(ascii: "t"): scalar = "\t"
    default: throw fault(.escapeLetter)
    }
    next += 1
    return scalar
  }

  /// Parses the scalar of one `\uXXXX`, or of a surrogate pair, from the `u`.
  private mutating func parseUnicodeEscape() throws(ParseFault) -> Unicode.Scalar {
    let escape = next - 1
    next += 1
    let first = try parseFourHexDigits()
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard UTF16.isLeadSurrogate(first) else { throw fault(.noLoneLowSurrogate, at: escape) }
    guard end - next >= 2, next[0] == UInt8(ascii: "\\"), next[1] == UInt8(ascii: "u") else {
      throw fault(.lowSurrogate, at: escape)
    }
    next += 2
    let second = try parseFourHexDigits()
    guard UTF16.isTrailSurrogate(second) else { throw fault(.lowSurrogate, at: escape) }
    return UTF16.decode(UTF16.EncodedScalar([first, second]))
  }

  private mutating func parseFourHexDigits() throws(ParseFault) -> UInt16 {
    var value: UInt16 = 0
    for _ in 0..<4 {
      let digit: UInt8
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
      default: throw fault(.hexDigit)
      }
      value = value << 4 | UInt16(digit)
      next += 1
    }
    return value
  }
}
