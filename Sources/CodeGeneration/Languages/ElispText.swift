import JSON

/// The types of a contract in the words of Emacs Lisp, and as `viewmodel-host-typed` checks them.
struct ElispText {
  private let definitions: [Member]
  private let types: [String: WireType]

  init(_ model: TypedModel) {
    definitions = model.definitions
    types = model.types
  }

  /// What a value is, within a sentence.
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

  /// What each definition is.
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

  /// The type as `viewmodel-host-typed-arguments` reads it.
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

  /// A text in one line, for a comment.
  static func plain(_ text: String) -> String {
    text.split(separator: "\n").joined(separator: " ")
  }

  /// A text as it stands in a documentation string: code as `code', two spaces behind a sentence.
  static func prose(_ text: String) -> String {
    let parts = text.split(separator: "`", omittingEmptySubsequences: false)
    var previous: Character = " "
    let texts = parts.enumerated().map { index, part -> String in
      let isCode = index % 2 == 1 && index < parts.count - 1
      defer { previous = isCode ? "'" : part.last ?? previous }
      if isCode { return code(part) }
      // One that nothing closes is a character like any other.
      let isOpen = index % 2 == 1
      return (isOpen ? "`" : "") + plain(part, after: previous)
    }
    return texts.joined()
  }

  /// The same in a comment, where nothing is escaped.
  static func comment(_ text: String) -> String {
    prose(text).split(separator: "\\='", omittingEmptySubsequences: false).joined(separator: "'")
  }

  /// What Swift writes for a value is what stands for it here.
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
      // Emacs would show these as other quotation marks.
      case "'" where " (\n".contains(previous): result += "\\='"
      case " " where ".!?".contains(previous): result += "  "
      default: result.append(character)
      }
      previous = character
    }
    return result
  }

  /// A documentation string of lines; what stands in them is as ``prose(_:)`` gives it.
  static func docstring(_ lines: [String]) -> String {
    let lines = lines.flatMap { Prose.lines($0, width: 75) }.map { line in
      let escaped = line.map { $0 == "\\" || $0 == "\"" ? "\\\($0)" : String($0) }.joined()
      // An open parenthesis at the beginning of a line would be taken for that of a function.
      return line.hasPrefix("(") ? "\\\(escaped)" : escaped
    }
    return "\"\(lines.joined(separator: "\n"))\""
  }

  /// `willTransitionTo` is `will-transition-to`, `list.article` is `list-article`, and `URLOfPage` `url-of-page`.
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

  /// A JSON value as the client has it: alists, vectors, strings, `:null`. In lines, which are broken between members, and
  /// to be quoted by a backquote.
  static func data(_ json: JSONValue, width: Int) -> [String] {
    Prose.packed(data(json).split(separator: separator), separator: " ", width: width)
  }

  /// What no JSON text has in it as it is.
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

  /// A name in a documentation string, where in the first line checkdoc would take it for a word of the sentence.
  static func shown(_ name: String) -> String { Prose.json(.string(Prose.shown(name))) }

  /// A text in quotation marks.
  static func quoted(_ text: String) -> String {
    let characters = text.unicodeScalars.map { scalar in
      switch scalar {
      case "\\", "\"": "\\\(scalar)"
      // Emacs' form for characters by number; the empty "\\ " ends the number.
      case _ where scalar.value < 32: "\\x\(String(scalar.value, radix: 16))\\ "
      default: String(scalar)
      }
    }
    return "\"\(characters.joined())\""
  }

  /// A name as a symbol in a list that is quoted by a backquote. What a backquote itself is read as is made when the list
  /// is, and so is one with a control character, such as the end of a line.
  static func key(_ name: String) -> String {
    let isOwn = ["`", ",", ",@"].contains(name)
    let isMade = isOwn || name.unicodeScalars.contains { $0.value < 32 }
    return isMade ? ",(intern \(quoted(name)))" : symbol(name)
  }

  /// The same by itself.
  static func quotedKey(_ name: String) -> String {
    let key = key(name)
    return key.hasPrefix(",") ? String(key.dropFirst()) : "'\(key)"
  }

  /// A name as a symbol: what does not stand in one plainly, or could be a number, is escaped.
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
