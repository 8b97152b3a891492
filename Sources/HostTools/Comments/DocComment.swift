/// The parts of a doc comment in Swift's Markdown, with `- Parameter title:`, `- Parameters:`, `-
/// Returns:` and `- Throws:`.
nonisolated struct DocComment: Equatable {
  /// The text as Markdown, one line a paragraph: first the summary, last "Throws: …".
  private(set) var text: String?
  private(set) var parameters: [String: String] = [:]
  private(set) var returns: String?

  /// - Parameter lines: the lines without `///`.
  init(_ lines: [String]) {
    var body: [String] = []
    var fields: [(name: String, lines: [String])] = []
    var isInFields = false
    var isInParameters = false
    for line in lines {
      if let field = Self.field(line), Self.indentation(line) < 2 || isInParameters {
        isInFields = true
        isInParameters = field.name == "parameters" || isInParameters && Self.indentation(line) >= 2
        // Each entry below "- Parameters:" is one parameter.
        let isEntry = isInParameters && Self.indentation(line) >= 2
        fields.append((isEntry ? "parameter \(field.name)" : field.name, [field.text]))
      } else if !fields.isEmpty, Self.indentation(line) >= 2 || line.allSatisfy(\.isWhitespace) {
        fields[fields.count - 1].lines.append(line.trimmed)
      } else if !fields.isEmpty, !Self.isBullet(line), fields[fields.count - 1].lines.last != "" {
        // A continuation line need not be indented.
        fields[fields.count - 1].lines.append(line)
      } else {
        if !fields.isEmpty, isInFields { body.append("") }
        (isInParameters, isInFields) = (false, false)
        body.append(line)
      }
    }
    var text = Self.paragraphs(body)
    for field in fields {
      let content = Self.paragraphs(field.lines)
      guard !content.isEmpty else { continue }
      switch field.name {
      case "returns": returns = content
      case "throws": text += (text.isEmpty ? "" : "\n\n") + "Throws: \(content)"
      case "parameters": continue
      case let name where name.hasPrefix("parameter "):
        parameters[String(name.dropFirst("parameter ".count))] = content
      default: continue
      }
    }
    self.text = text.isEmpty ? nil : text
  }

  /// Parses `- Parameter title: text`: the name is `parameter title`, in lowercase for `- Returns:`
  /// and the like. Any name is valid below `- Parameters:`.
  private static func field(_ line: String) -> (name: String, text: String)? {
    guard isBullet(line), let colon = line.firstIndex(of: ":") else { return nil }
    let start = line.drop { $0.isWhitespace }.dropFirst()
    let name = start[..<max(colon, start.startIndex)].trimmed
    let text = line[line.index(after: colon)...].trimmed
    let words = name.split(separator: " ")
    if words.count == 2, words[0].lowercased() == "parameter" {
      return ("parameter \(words[1].filter { $0 != "`" })", text)
    }
    guard words.count == 1 else { return nil }
    let isKnown = ["parameters", "returns", "throws"].contains(name.lowercased())
    if isKnown { return (name.lowercased(), text) }
    return indentation(line) >= 2 ? (name.filter { $0 != "`" }, text) : nil
  }

  private static func isBullet(_ line: String) -> Bool {
    let line = line.drop { $0.isWhitespace }
    return ["- ", "* ", "+ "].contains { line.hasPrefix($0) }
  }

  private static func indentation(_ line: String) -> Int { line.prefix { $0 == " " }.count }

  /// Joins the lines of each paragraph. Lists and code keep their lines.
  private static func paragraphs(_ lines: [String]) -> String {
    var result: [String] = []
    var isInCode = false
    for line in lines {
      let isFence = line.trimmed.hasPrefix("```")
      let isOwn = isInCode || isFence || isBullet(line) || indentation(line) >= 4
      if isFence { isInCode.toggle() }
      if line.allSatisfy(\.isWhitespace), !isInCode {
        if result.last != "" { result.append("") }
      } else if isOwn || result.last.map({ $0.isEmpty || $0.trimmed.hasPrefix("```") }) ?? true {
        result.append(isOwn ? line : line.trimmed)
      } else {
        result[result.count - 1] += " " + line.trimmed
      }
    }
    return withPlainLinks(result.joined(separator: "\n")).trimmed
  }

  /// Replaces the two backticks of DocC's symbol links by one. Code fences stay.
  private static func withPlainLinks(_ text: String) -> String {
    var result = ""
    var run = 0
    for character in text + "\n" {
      if character == "`" {
        run += 1
        continue
      }
      result += String(repeating: "`", count: run == 2 ? 1 : run)
      run = 0
      result.append(character)
    }
    return result
  }
}

extension StringProtocol {
  /// The text without white space at both ends.
  nonisolated var trimmed: String {
    var rest = self[...]
    while rest.first?.isWhitespace == true { rest.removeFirst() }
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return String(rest)
  }
}
