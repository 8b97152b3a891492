import JSON

/// Formats prose and long JSON in generated code.
enum Prose {
  /// The lines of a text, with long lines broken between words.
  ///
  /// - Parameter width: the most characters in a line, unless a word is longer.
  static func lines(_ text: String, width: Int) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
      line.count <= width ? [String(line)] : broken(line, width)
    }
  }

  private static func broken(_ line: Substring, _ width: Int) -> [String] {
    // Indent the rest like the first line, as in a list.
    let indent = String(line.prefix { $0 == " " })
    var lines: [String] = []
    // The spaces before the next word, which are kept within a line: two after a sentence stay two.
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

  /// The text for a comment of any language: line ends become line feeds, and other control
  /// characters are replaced.
  static func plain(_ text: String) -> String {
    text.map { character in
      if character.isNewline { return "\n" }
      let isControl = character.unicodeScalars.contains {
        $0.properties.generalCategory == .control
      }
      return isControl && character != "\t" ? "\u{FFFD}" : String(character)
    }.joined()
  }

  /// A name for such a text, on one line.
  static func shown(_ name: String) -> String {
    plain(name).split(separator: "\n", omittingEmptySubsequences: false).joined(separator: " ")
  }

  /// The text on one line, without its final period.
  static func clause(_ text: String) -> String {
    let line = text.split(separator: "\n").joined(separator: " ")
    return line.hasSuffix(".") ? String(line.dropLast()) : line
  }

  /// The text as comment lines, each after a mark.
  static func comment(_ text: String, mark: String, width: Int) -> String {
    lines(text, width: width).map { $0.isEmpty ? mark : "\(mark) \($0)" }.joined(separator: "\n")
  }

  /// The JSON text with escapes for the characters that some language treats as a line end.
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

  /// The JSON text in lines, which break between tokens.
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

  /// Joins as many pieces as fit into each line.
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
