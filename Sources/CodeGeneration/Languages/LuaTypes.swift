import JSON

/// The types of a contract as LuaCATS annotations.
struct LuaTypes {
  private let names: TypeNames

  static let keywords: Set<String> = [
    "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "goto", "if", "in",
    "local", "nil", "not", "or", "repeat", "return", "then", "true", "until", "while",
  ]

  init(_ names: TypeNames) {
    self.names = names
  }

  /// The classes and aliases for definitions.
  func annotations(_ definitions: [Member]) -> String {
    var code = CodeText(step: "")
    for definition in definitions {
      let name = names.definitions[definition.name] ?? ""
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
  /// - Parameter isSent: whether the frontend sends it, so that optional members are omitted
  ///   instead of nil.
  func annotation(
    class name: String, _ members: [Member], isSent: Bool = false
  ) -> String {
    let fields = members.map { member in
      let type = text(isSent ? member.sentType : member.type)
      return "\n---@field \(Self.key(member)) \(type)\(Self.remark(member.description))"
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
    case .named(let name): names.definitions[name] ?? "any"
    case .array(.union(let types)): "(\(text(.union(types))))[]"
    case .array(let element): "\(text(element))[]"
    case .tuple(let elements):
      "{ \(elements.enumerated().map { "[\($0 + 1)]: \(text($1))" }.joined(separator: ", ")) }"
    case .dictionary(let value): "table<string, \(text(value))>"
    case .object(let members): text(members)
    case .union(let types): types.map { text($0) }.joined(separator: "|")
    }
  }

  private func text(_ members: [Member]) -> String {
    "{ \(members.map { "\(Self.key($0)): \(text($0.type))" }.joined(separator: ", ")) }"
  }

  /// The key of a table type, with a mark if it is optional.
  static func key(_ member: Member) -> String {
    key(member.name, isRequired: member.isRequired)
  }

  static func key(_ name: String, isRequired: Bool) -> String {
    (CodeNames.isIdentifier(name) ? name : "[\(quoted(name))]") + (isRequired ? "" : "?")
  }

  /// The key in a table constructor.
  static func member(_ name: String) -> String {
    CodeNames.isIdentifier(name) && !keywords.contains(name) ? name : "[\(quoted(name))]"
  }

  // MARK: Texts

  static func comment(_ text: String) -> String {
    Prose.comment(text, mark: "---", width: 96)
  }

  /// The text after an annotation, on the same line.
  static func remark(_ text: String?) -> String {
    text.map { " \($0.split(separator: "\n").joined(separator: " "))" } ?? ""
  }

  private static func literal(_ value: JSONValue) -> String {
    value.stringValue.map(quoted) ?? value.description
  }

  /// The text as a string literal. Lua has JSON's escapes except for the slash and `\u`.
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

  /// The lines as a long-bracket string.
  static func block(_ lines: [String]) -> String {
    let text = lines.joined(separator: "\n")
    var equals = ""
    while text.contains("]\(equals)]") { equals += "=" }
    return "[\(equals)[\n\(text)]\(equals)]"
  }
}
