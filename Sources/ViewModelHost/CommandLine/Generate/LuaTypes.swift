import JSON

/// The types of a contract as LuaCATS writes them, and what the client's `typed` checks of them.
struct LuaTypes {
  private let prefix: String
  private var names = CodeNames(reserved: [])
  /// What the definitions are called.
  private var defined: [String: String] = [:]
  private var types: [String: WireType] = [:]

  static let keywords: Set<String> = [
    "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "goto", "if", "in",
    "local", "nil", "not", "or", "repeat", "return", "then", "true", "until", "while",
  ]

  /// - Parameter prefix: what the names of all classes begin with, as they are known everywhere.
  init(_ definitions: [GeneratedCatalog.Value], prefix: String) {
    self.prefix = prefix
    for definition in definitions {
      defined[definition.name] = unique(definition.name)
      types[definition.name] = definition.type
    }
  }

  /// A new name for a class: `TodoHost.ListState`.
  mutating func unique(_ name: String) -> String {
    "\(prefix).\(names.unique(CodeNames.type(name)))"
  }

  /// Classes and aliases for the definitions.
  func annotations(_ definitions: [GeneratedCatalog.Value]) -> String {
    var code = CodeText(step: "")
    for definition in definitions {
      let name = defined[definition.name] ?? ""
      code.line()
      if let description = definition.description { code.line(Self.comment(description)) }
      switch definition.type {
      case .object(let members): code.line(annotation(class: name, members))
      case .union(let types):
        let cases = types.map { "---| \(text($0))" }.joined(separator: "\n")
        code.line("---@alias \(name)\n\(cases)")
      default: code.line("---@alias \(name) \(text(definition.type))")
      }
    }
    return code.text
  }

  /// A class with fields.
  ///
  /// - Parameter isSent: what may be left out is never null then.
  func annotation(
    class name: String, _ members: [WireType.Member], isSent: Bool = false
  ) -> String {
    let fields = members.map { member in
      let isOptional = !member.isRequired
      let key = CodeNames.isIdentifier(member.name) ? member.name : "[\(Self.quoted(member.name))]"
      let type = isOptional && isSent ? member.type.withoutNull.type : member.type
      let remark = Self.remark(member.description)
      return "\n---@field \(key)\(isOptional ? "?" : "") \(text(type))\(remark)"
    }
    return "---@class \(name)\(fields.joined())"
  }

  /// The type as an annotation.
  func text(_ type: WireType) -> String {
    switch type {
    case .any: "any"
    case .null: "vim.NIL"
    case .boolean: "boolean"
    case .integer: "integer"
    case .number: "number"
    case .string: "string"
    case .constant(let value): Self.literal(value)
    case .named(let name): defined[name] ?? "any"
    case .array(.union(let types)): "(\(text(.union(types))))[]"
    case .array(let element): "\(text(element))[]"
    case .tuple(let elements):
      "{ \(elements.enumerated().map { "[\($0 + 1)]: \(text($1))" }.joined(separator: ", ")) }"
    case .dictionary(let value): "table<string, \(text(value))>"
    case .object(let members): text(members)
    case .union(let types): types.map { text($0) }.joined(separator: "|")
    }
  }

  private func text(_ members: [WireType.Member]) -> String {
    let texts = members.map { member in
      let key = CodeNames.isIdentifier(member.name) ? member.name : "[\(Self.quoted(member.name))]"
      return "\(key)\(member.isRequired ? "" : "?"): \(text(member.type))"
    }
    return "{ \(texts.joined(separator: ", ")) }"
  }

  /// What a value is checked for, as `typed.arguments` reads it.
  func kind(_ type: WireType) -> String {
    switch CheckedKind(type, types, array: "list") {
    case .anything: "\"any\""
    case .constant(let values): "{ \(values.map(Self.literal).joined(separator: ", ")) }"
    case .kinds(let kinds): Self.quoted(kinds.joined(separator: " or "))
    }
  }

  // MARK: Texts

  static func comment(_ text: String) -> String {
    Prose.lines(text, width: 96).map { $0.isEmpty ? "---" : "--- \($0)" }.joined(separator: "\n")
  }

  /// What stands behind an annotation, in its line.
  static func remark(_ text: String?) -> String {
    text.map { " \($0.split(separator: "\n").joined(separator: " "))" } ?? ""
  }

  private static func literal(_ value: JSONValue) -> String {
    value.stringValue.map(quoted) ?? value.description
  }

  /// A text in quotation marks. What JSON escapes Lua does, too, but for a slash and characters by number.
  static func quoted(_ text: String) -> String {
    let characters = text.unicodeScalars.map { scalar in
      switch scalar {
      case "\\", "\"": "\\\(scalar)"
      case "\n": "\\n"
      case _ where scalar.value < 32 || scalar.value == 127: "\\\(padded(scalar.value))"
      default: String(scalar)
      }
    }
    return "\"\(characters.joined())\""
  }

  private static func padded(_ value: UInt32) -> String {
    let digits = String(value)
    return String(repeating: "0", count: 3 - digits.count) + digits
  }

  /// A long text as it is, between brackets.
  static func block(_ lines: [String]) -> String {
    let text = lines.joined(separator: "\n")
    var equals = ""
    while text.contains("]\(equals)]") { equals += "=" }
    return "[\(equals)[\n\(text)]\(equals)]"
  }
}
