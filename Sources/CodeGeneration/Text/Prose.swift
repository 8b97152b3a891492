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

  /// A text in one line, to stand behind a colon and before a period.
  static func clause(_ text: String) -> String {
    let line = text.split(separator: "\n").joined(separator: " ")
    return line.hasSuffix(".") ? String(line.dropLast()) : line
  }

  /// A JSON text in lines of some length, which are broken between its tokens.
  static func lines(_ json: JSONValue, width: Int) -> [String] {
    var lines = [""]
    var token = ""
    var isString = false
    var isEscaped = false
    func endToken() {
      let last = lines[lines.count - 1]
      if last.isEmpty || last.count + token.count <= width {
        lines[lines.count - 1] += token
      } else {
        lines.append(token)
      }
      token = ""
    }
    for character in json.description {
      token.append(character)
      if character == "\"", !isEscaped { isString.toggle() }
      isEscaped = character == "\\" && !isEscaped
      if !isString, ",[{".contains(character) { endToken() }
    }
    endToken()
    return lines
  }
}
