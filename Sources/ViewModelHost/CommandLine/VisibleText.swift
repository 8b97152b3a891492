/// Text that is safe to show in a terminal.
package nonisolated enum VisibleText {
  /// Escapes characters that control a terminal as `\u001B`, except line feeds and tabs.
  ///
  /// They are the control characters (C0, DEL, C1), and those that change the direction of text or
  /// break lines (Unicode, Annex 9, Bidi_Control; U+2028, U+2029).
  package static func escaped(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isObeyed) else { return text }
    var escaped = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if isObeyed(scalar) {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        let zeros = String(repeating: "0", count: max(4 - digits.count, 0))
        escaped.append(contentsOf: "\\u\(zeros)\(digits)".unicodeScalars)
      } else {
        escaped.append(scalar)
      }
    }
    return String(escaped)
  }

  /// Escapes control characters and line feeds.
  package static func inOneLine(_ text: String) -> String {
    escaped(text).exchanging("\n", for: "\\u000A")
  }

  private static func isObeyed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A: false
    case 0..<0x20, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// The columns of a character: 0, 1 or 2. Wide ones are those of Unicode's Annex 11, and emoji.
  package static func width(_ character: Character) -> Int {
    guard let scalar = character.unicodeScalars.first else { return 0 }
    if character.unicodeScalars.contains(where: { $0.value == 0xFE0F }) { return 2 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    if scalar.properties.isEmojiPresentation { return 2 }
    return wide.contains { $0.contains(scalar.value) } ? 2 : 1
  }

  /// The columns of a text.
  package static func width(_ text: some Sequence<Character>) -> Int {
    text.reduce(0) { $0 + width($1) }
  }

  /// The ranges in which all characters are wide, full-width or unassigned.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
    0xA000...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
    0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD,
  ]
}
