import JSON

/// Texts for people in generated code, and long texts for programs, in lines.
enum Prose {
  /// The lines of a text; those that are too long are broken between words.
  ///
  /// - Parameter width: how many characters there are in a line, unless a word is longer.
  static func lines(_ text: String, width: Int) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
      line.count <= width ? [String(line)] : broken(line, width)
    }
  }

  private static func broken(_ line: Substring, _ width: Int) -> [String] {
    // What follows stands below the words, as in a list.
    let indent = String(line.prefix { $0 == " " })
    var lines: [String] = []
    // As many spaces as there were, if both words stand in one line: two behind a sentence stay two.
    var gap = ""
    for word in line.dropFirst(indent.count).split(separator: " ", omittingEmptySubsequences: false)
    {
      defer { gap = word.isEmpty ? "\(gap) " : " " }
      guard !word.isEmpty else { continue }
      if let last = lines.last, last.count + gap.count + word.count <= width {
        lines[lines.count - 1] = "\(last)\(gap)\(word)"
      } else {
        lines.append("\(indent)\(word)")
      }
    }
    return lines
  }

  /// A text for a comment of any language: each end of a line is a line feed, and other control characters are replaced.
  static func plain(_ text: String) -> String {
    text.map { character in
      if character.isNewline { return "\n" }
      let isControl = character.unicodeScalars.contains {
        $0.properties.generalCategory == .control
      }
      return isControl && character != "\t" ? "\u{FFFD}" : String(character)
    }.joined()
  }

  /// A name in such a text: in one line.
  static func shown(_ name: String) -> String {
    plain(name).split(separator: "\n", omittingEmptySubsequences: false).joined(separator: " ")
  }

  /// A text in one line, to stand behind a colon and before a period.
  static func clause(_ text: String) -> String {
    let line = text.split(separator: "\n").joined(separator: " ")
    return line.hasSuffix(".") ? String(line.dropLast()) : line
  }

  /// A text as comments: each line behind a mark.
  static func comment(_ text: String, mark: String, width: Int) -> String {
    lines(text, width: width).map { $0.isEmpty ? mark : "\(mark) \($0)" }.joined(separator: "\n")
  }

  /// A JSON text that all languages take for what it is: what some take for the end of a line is escaped, too.
  static func json(_ value: JSONValue) -> String {
    var text = ""
    for scalar in value.description.unicodeScalars {
      switch scalar {
      case "\u{7F}", "\u{85}", "\u{2028}", "\u{2029}":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  /// A JSON text in lines of some length, which are broken between its tokens.
  static func lines(_ json: JSONValue, width: Int) -> [String] {
    var tokens = [""]
    var isString = false
    var isEscaped = false
    for character in Prose.json(json) {
      tokens[tokens.count - 1].append(character)
      if character == "\"", !isEscaped { isString.toggle() }
      isEscaped = character == "\\" && !isEscaped
      if !isString, ",[{".contains(character) { tokens.append("") }
    }
    return packed(tokens, width: width)
  }

  /// Pieces in lines, each with as many as there is room for.
  static func packed(
    _ pieces: [some StringProtocol], separator: String = "", width: Int
  ) -> [String] {
    var lines: [String] = []
    for piece in pieces {
      if let last = lines.last, last.count + separator.count + piece.count <= width {
        lines[lines.count - 1] = "\(last)\(separator)\(piece)"
      } else {
        lines.append(String(piece))
      }
    }
    return lines
  }
}
