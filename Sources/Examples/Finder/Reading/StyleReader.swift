/// Removes terminal sequences from texts, as fzf's `--ansi` does, and returns the styles of their
/// parts.
///
/// It removes escape sequences, the characters SO and SI, and a backspace with the character before
/// it. An open style continues in the next text.
struct StyleReader: Sendable {
  /// A part of a text as a half-open byte range.
  struct Part: Equatable, Sendable {
    var bytes: Range<Int>
    let style: Style
  }

  private var style = Style()

  /// Returns a text without the sequences, and its styled parts in order.
  mutating func read(_ text: [UInt8]) -> (text: [UInt8], parts: [Part]) {
    var shown: [UInt8] = []
    var parts: [Part] = []
    var position = 0
    func show(_ bytes: ArraySlice<UInt8>, _ style: Style) {
      let start = shown.count
      shown += bytes
      if style.isPlain || bytes.isEmpty { return }
      if let last = parts.last, last.style == style, last.bytes.upperBound == start {
        parts[parts.count - 1].bytes = last.bytes.lowerBound..<shown.count
      } else {
        parts.append(Part(bytes: start..<shown.count, style: style))
      }
    }
    while let sequence = TerminalSequence.first(in: text[position...]) {
      show(text[position..<sequence.lowerBound], style)
      style.obey(text[sequence])
      position = sequence.upperBound
    }
    show(text[position...], style)
    return (shown, parts)
  }
}

/// The sequences that control a terminal.
enum TerminalSequence {
  private static let escape: UInt8 = 0x1B

  /// Returns the range of the first sequence in a text.
  static func first(in text: ArraySlice<UInt8>) -> Range<Int>? {
    var position = text.startIndex
    while position < text.endIndex {
      switch text[position] {
      // A character with the backspace that deletes it.
      case 0x08 where position > text.startIndex && text[position - 1] != UInt8(ascii: "\n"):
        var start = position - 1
        while start > text.startIndex, text[start] & 0xC0 == 0x80 { start -= 1 }
        return start..<position + 1
      case 0x0E, 0x0F: return position..<position + 1
      case escape:
        if let end = end(of: text[position...]) { return position..<end }
      default: break
      }
      position += 1
    }
    return nil
  }

  /// Returns the end of the escape sequence at the start of a text.
  private static func end(of text: ArraySlice<UInt8>) -> Int? {
    let body = text.startIndex + 1
    guard body < text.endIndex, text[body] != UInt8(ascii: "\n") else { return nil }
    switch text[body] {
    case UInt8(ascii: "["), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "\\"):
      let digits = text[(body + 1)...].prefix {
        UInt8(ascii: "0")...UInt8(ascii: ";") ~= $0 || $0 == UInt8(ascii: "?")
      }
      if digits.endIndex < text.endIndex, isFinal(text[digits.endIndex]) {
        return digits.endIndex + 1
      }
    case UInt8(ascii: "]"):
      if let end = endOfCommand(text) { return end }
    default: break
    }
    // Any other character after ESC.
    var end = body + 1
    if text[body] >= 0x80 {
      while end < text.endIndex, text[end] & 0xC0 == 0x80 { end += 1 }
    }
    return end
  }

  private static func isFinal(_ byte: UInt8) -> Bool {
    UInt8(ascii: "@")...UInt8(ascii: "Z") ~= byte || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
  }

  /// Returns the end of a title or a link: a number, a colon or semicolon, and characters up to BEL
  /// or ST.
  private static func endOfCommand(_ text: ArraySlice<UInt8>) -> Int? {
    let number = text.startIndex + 2
    guard number + 3 < text.endIndex, UInt8(ascii: "0")...UInt8(ascii: "9") ~= text[number],
      text[number + 1] == UInt8(ascii: ";") || text[number + 1] == UInt8(ascii: ":")
    else { return nil }
    let content = text[(number + 2)...].prefix { 0x20...0x7E ~= $0 }
    guard !content.isEmpty, content.endIndex < text.endIndex else { return nil }
    if text[content.endIndex] == 0x07 { return content.endIndex + 1 }
    let isEnded = text[content.endIndex...].starts(with: [escape, UInt8(ascii: "\\")])
    return isEnded ? content.endIndex + 2 : nil
  }
}
