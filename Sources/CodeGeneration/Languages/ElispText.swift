import JSON

/// The types of a contract in Emacs Lisp: described in words, and as specifiers for
/// `viewmodel-host-typed`.
struct ElispText {
  private let definitions: [Member]
  private let types: [String: WireType]

  init(_ model: TypedModel) {
    definitions = model.definitions
    types = model.types
  }

  /// The description of a type, for use in a sentence.
  func words(_ type: WireType) -> String {
    switch type {
    case .any: "any JSON"
    case .null: "`:null'"
    case .boolean: "t or `:false'"
    case .integer: "an integer"
    case .number: "a number"
    case .string: "a string"
    case .constant(let value): Self.prose(value.description)
    case .named(let name): "\(Self.article(name)) \(name)"
    case .array(let element): "a vector, each \(words(element))"
    case .tuple(let elements): "a vector of \(elements.map(words).joined(separator: " and "))"
    case .dictionary(.any): "an alist"
    case .dictionary(let value): "an alist, each value \(words(value))"
    case .object(let members):
      "(\(members.map { "(\($0.shown) . \(words($0.type)))" }.joined(separator: " ")))"
    case .union(let types): types.map(words).joined(separator: " or ")
    }
  }

  private func words(_ member: Member) -> String {
    "`\(member.shown)', \(words(member.type))\(member.isRequired ? "" : ", or nothing")"
  }

  /// The description of each definition, in lines.
  var glossary: [String] {
    definitions.flatMap { definition in
      let description = definition.description.map { [Self.comment(Self.plain($0))] } ?? []
      guard case .object(let members) = definition.type else {
        let types = if case .union(let types) = definition.type { types } else { [definition.type] }
        let lines = types.map { "  \(words($0))" }
        let head = lines.count > 1 ? " one of" : ""
        return ["\(definition.shown):\(head)"] + description.map { "  \($0)" } + lines
      }
      let lines = members.map { member in
        let text = member.description.map { ": \(Self.comment(Self.plain($0)))" } ?? ""
        return "  \(words(member))\(text)"
      }
      return ["\(definition.shown): an alist of"] + description.map { "  \($0)" } + lines
    }
  }

  /// The specifier of a type for `viewmodel-host-typed-arguments`.
  func specifier(_ type: WireType) -> String {
    switch CheckedKind(type, types, array: "array") {
    case .anything: "any"
    case .constant(let values): "(member \(values.map(Self.data).joined(separator: " ")))"
    case .kinds(let kinds):
      kinds.count == 1 ? kinds[0] : "(or \(kinds.joined(separator: " ")))"
    }
  }

  private static func article(_ name: String) -> String {
    "AEIOUaeiou".contains(name.prefix(1)) ? "an" : "a"
  }

  // MARK: Texts

  /// The text on one line.
  static func plain(_ text: String) -> String {
    text.split(separator: "\n").joined(separator: " ")
  }

  /// The text for a docstring: code as `code', two spaces after a sentence.
  static func prose(_ text: String) -> String {
    let parts = text.split(separator: "`", omittingEmptySubsequences: false)
    var previous: Character = " "
    let texts = parts.enumerated().map { index, part -> String in
      let isCode = index % 2 == 1 && index < parts.count - 1
      defer { previous = isCode ? "'" : part.last ?? previous }
      if isCode { return code(part) }
      // An unpaired backtick is a plain character.
      let isOpen = index % 2 == 1
      return (isOpen ? "`" : "") + plain(part, after: previous)
    }
    return texts.joined()
  }

  /// The text for a comment, without escapes.
  static func comment(_ text: String) -> String {
    prose(text).split(separator: "\\='", omittingEmptySubsequences: false).joined(separator: "'")
  }

  /// Code in a docstring, with Swift's values replaced by those of Lisp.
  private static func code(_ text: Substring) -> String {
    switch text {
    case "nil": "`:null'"
    case "false": "`:false'"
    case "true", "t": "t"
    default: "`\(text)'"
    }
  }

  private static func plain(_ text: Substring, after first: Character) -> String {
    var result = ""
    var previous = first
    for character in text {
      switch character {
      // Emacs would show these as curved quotation marks.
      case "'" where " (\n".contains(previous): result += "\\='"
      case " " where ".!?".contains(previous): result += "  "
      default: result.append(character)
      }
      previous = character
    }
    return result
  }

  /// A docstring of lines that are formatted with ``prose(_:)``.
  static func docstring(_ lines: [String]) -> String {
    let lines = lines.flatMap { Prose.lines($0, width: 75) }.map { line in
      let escaped = line.map { $0 == "\\" || $0 == "\"" ? "\\\($0)" : String($0) }.joined()
      // Emacs would mistake an open parenthesis at the start of a line for a function.
      return line.hasPrefix("(") ? "\\\(escaped)" : escaped
    }
    return "\"\(lines.joined(separator: "\n"))\""
  }

  /// Converts `willTransitionTo` to `will-transition-to`, `list.article` to `list-article`, and
  /// `URLOfPage` to `url-of-page`.
  static func kebab(_ name: String) -> String {
    let characters = Array(CodeNames.words(name).joined(separator: "-"))
    var result = ""
    for (index, character) in characters.enumerated() {
      guard character.isASCII, character.isLetter || character.isNumber else {
        if !result.isEmpty, result.last != "-" { result += "-" }
        continue
      }
      let before = index > 0 ? characters[index - 1] : "-"
      let after = index + 1 < characters.count ? characters[index + 1] : "-"
      let begins = character.isUppercase && (!before.isUppercase || after.isLowercase)
      if begins, !result.isEmpty, result.last != "-" { result += "-" }
      result += character.lowercased()
    }
    if result.hasSuffix("-") { result.removeLast() }
    return result.isEmpty ? "unnamed" : result
  }

  /// A JSON value as the client represents it: alists, vectors, strings, `:null`; in lines that
  /// break between members, for use in a backquote.
  static func data(_ json: JSONValue, width: Int) -> [String] {
    Prose.packed(data(json).split(separator: separator), separator: " ", width: width)
  }

  /// A character that JSON text cannot contain unescaped.
  private static let separator: Character = "\u{1}"

  private static func data(_ json: JSONValue) -> String {
    switch json {
    case .object(let members):
      let texts = members.map { name, value in "(\(key(name)) . \(data(value)))" }
      return texts.isEmpty ? "nil" : "(\(texts.joined(separator: "\(separator)")))"
    case .array(let elements):
      return "[\(elements.map { data($0) }.joined(separator: "\(separator)"))]"
    case .bool(let bool): return bool ? "t" : ":false"
    case .null: return ":null"
    case .string(let text): return quoted(text)
    default: return json.description
    }
  }

  /// A quoted name for a docstring, whose first line checkdoc checks for style.
  static func shown(_ name: String) -> String { Prose.json(.string(Prose.shown(name))) }

  /// The text as a string literal.
  static func quoted(_ text: String) -> String {
    let characters = text.unicodeScalars.map { scalar in
      switch scalar {
      case "\\", "\"": "\\\(scalar)"
      // Emacs' escape for characters by number; the empty "\\ " ends the number.
      case _ where scalar.value < 32: "\\x\(String(scalar.value, radix: 16))\\ "
      default: String(scalar)
      }
    }
    return "\"\(characters.joined())\""
  }

  /// A name as a symbol in a backquoted list. Names that a backquote would interpret, or with
  /// control characters such as a line feed, are created at run time.
  static func key(_ name: String) -> String {
    let isOwn = ["`", ",", ",@"].contains(name)
    let isMade = isOwn || name.unicodeScalars.contains { $0.value < 32 }
    return isMade ? ",(intern \(quoted(name)))" : symbol(name)
  }

  /// A name as a quoted symbol outside lists.
  static func quotedKey(_ name: String) -> String {
    let key = key(name)
    return key.hasPrefix(",") ? String(key.dropFirst()) : "'\(key)"
  }

  /// A name as a symbol, escaped where a character is special or the name could be a number.
  static func symbol(_ name: String) -> String {
    let text = name.unicodeScalars.map { scalar in
      let character = Character(scalar)
      let isPlain = scalar.isASCII && (character.isLetter || character.isNumber)
      return isPlain || "_-$".contains(character) ? "\(scalar)" : "\\\(scalar)"
    }.joined()
    let isPlain = name.first.map { $0.isLetter || $0 == "_" || $0 == "$" } ?? false
    return isPlain || text.hasPrefix("\\") ? text : name.isEmpty ? "##" : "\\\(text)"
  }
}
