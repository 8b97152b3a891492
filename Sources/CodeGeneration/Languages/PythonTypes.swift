import JSON

/// The types of a contract as Python annotations, and the classes for its objects.
struct PythonTypes {
  /// The classes and aliases written so far.
  private(set) var code = CodeText(step: "    ")
  private(set) var names: TypeNames

  static let keywords: Set<String> = [
    "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue",
    "def", "del", "elif", "else", "except", "finally", "for", "from", "global", "if", "import",
    "in", "is", "lambda", "nonlocal", "not", "or", "pass", "raise", "return", "try", "while",
    "with", "yield",
  ]

  static let reserved = keywords.union([
    "AsyncHost", "AsyncInstance", "Awaitable", "CONTRACT", "BaseException", "Callable", "Change",
    "ContractBroken", "ErrorCode", "Final", "Host", "HostError", "Instance", "Literal", "Mapping",
    "Generic", "Output", "Protocol", "RequestFailed", "Sequence", "ServiceCall", "TYPE_CHECKING",
    "TracebackType", "TypeAlias", "TypeVar", "TypedDict", "WeakKeyDictionary", "cast", "final",
    "overload",
  ])

  /// The built-in types, which a class member with the same name would shadow.
  static let builtins: Set<String> = [
    "bool", "dict", "float", "int", "list", "object", "str", "type",
  ]

  init(_ names: TypeNames) { self.names = names }

  /// Reserves names, so that no later class gets them.
  mutating func reserve(_ members: some Sequence<String>) { names.reserve(members) }

  /// The identifiers in an annotation.
  static func words(_ text: String) -> [String] {
    text.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init)
  }

  /// Returns an unused name for a class.
  mutating func unique(_ name: String) -> String { names.unique(name) }

  /// Writes a class or an alias for each definition. Classes refer to each other in any order.
  mutating func define(_ definitions: [Member]) {
    var aliases: [String] = []
    for definition in definitions {
      let name = names.definitions[definition.name] ?? ""
      if case .object(let members) = definition.type {
        writeClass(name, members, definition.description)
      } else {
        let text = text(definition.type, owner: name)
        let docstring = definition.description.map { "\n\(PythonWriter.documentation($0))" } ?? ""
        // Quote it: it can refer to later classes, and Python 3.9 has no `|`.
        let value = text.hasPrefix("Literal[") && !text.contains(" | ") ? text : "'\(text)'"
        aliases.append("\(name): TypeAlias = \(value)\(docstring)")
      }
    }
    for alias in aliases { code.line("\n\(alias)") }
  }

  /// The type as an annotation.
  ///
  /// - Parameter owner: the name from which the class of an unnamed object gets its name.
  mutating func text(_ type: WireType, owner: String) -> String {
    switch type {
    case .any: return "object"
    case .null: return "None"
    case .boolean: return "bool"
    case .integer: return "int"
    case .number: return "float"
    case .string: return "str"
    case .constant(let value): return Self.literal([value])
    case .named(let name): return names.definitions[name] ?? "object"
    case .array(let element): return "list[\(text(element, owner: owner))]"
    case .tuple(let elements): return text(.array(.union(of: elements)), owner: owner)
    case .dictionary(let value): return "dict[str, \(text(value, owner: owner))]"
    case .object(let members):
      let name = unique("\(owner) \(members.count == 1 ? members[0].name : "object")")
      writeClass(name, members, nil)
      return name
    case .union(let types):
      let constants = types.compactMap { if case .constant(let value) = $0 { value } else { nil } }
      var texts = constants.isEmpty ? [] : [Self.literal(constants)]
      for type in types where type != .null {
        if case .constant = type { continue }
        texts.append(text(type, owner: owner))
      }
      return (texts + (types.contains(.null) ? ["None"] : [])).joined(separator: " | ")
    }
  }

  /// A `Literal` type, which supports strings, integers and booleans; `object` for other values.
  private static func literal(_ values: [JSONValue]) -> String {
    let texts = values.compactMap { value -> String? in
      switch value {
      case .string, .integer: Prose.json(value)
      case .bool(let bool): bool ? "True" : "False"
      default: nil
      }
    }
    return texts.count == values.count ? "Literal[\(texts.joined(separator: ", "))]" : "object"
  }

  /// Writes a class for an object. Optional members get a separate class, as Python 3.9 requires.
  mutating func writeClass(_ name: String, _ members: [Member], _ description: String?) {
    let texts = members.map { ($0, text($0.type, owner: "\(name) \($0.name)")) }
    // A member named like a type would shadow it.
    let types = texts.flatMap { Self.words($0.1) }
    let no = Self.keywords.union(Self.builtins).union(types)
    let areNames = members.allSatisfy { CodeNames.isIdentifier($0.name) && !no.contains($0.name) }
    guard areNames else { return writeCall(name, texts) }
    let required = texts.filter(\.0.isRequired)
    let optional = texts.filter { !$0.0.isRequired }
    var base = "TypedDict"
    if !required.isEmpty, !optional.isEmpty {
      base = unique("\(name) Required")
      writeClass(base, "TypedDict", required, nil, isFinal: false)
    }
    let own = optional.isEmpty ? required : optional
    let bases = optional.isEmpty ? base : "\(base), total=False"
    writeClass(name, bases, own, description, isFinal: members.count == 1)
  }

  /// Writes a class for the window of an output, if it is a list.
  mutating func writeWindow(of output: Member, owner: String) {
    let kinds = if case .union(let types) = output.type { types } else { [output.type] }
    guard let list = kinds.first(where: { if case .array = $0 { true } else { false } }) else {
      return
    }
    let members: [Member] = [
      Member(
        name: "total", type: .integer(isLong: false), description: "How many rows the list has."),
      Member(
        name: "offset", type: .integer(isLong: false),
        description: "Which of them, counted from 0, is the first here."),
      Member(name: "items", type: list),
    ]
    let name = unique("\(owner) \(output.name) Window")
    writeClass(name, members, "Some rows of `\(output.shown)`, when they are observed.")
  }

  private mutating func writeClass(
    _ name: String, _ bases: String, _ members: [(Member, String)], _ description: String?,
    isFinal: Bool
  ) {
    code.line("\n")
    // `@final` lets a type checker distinguish enum cases by their member.
    if isFinal { code.line("@final") }
    code.line("class \(name)(\(bases)):")
    if let description { code.line(PythonWriter.documentation(description), 1) }
    for (member, text) in members {
      code.line("\(member.name): \(text)", 1)
      if let description = member.description {
        code.line(PythonWriter.documentation(description), 1)
      }
    }
    if members.isEmpty, description == nil { code.line("pass", 1) }
  }

  /// Writes a class in functional syntax, for members that are not identifiers.
  private mutating func writeCall(_ name: String, _ members: [(Member, String)]) {
    // A class cannot have a member with an empty name.
    guard members.allSatisfy({ !$0.0.name.isEmpty }) else {
      return code.line("\n\(name) = dict[str, object]")
    }
    let isTotal = members.allSatisfy(\.0.isRequired) ? "True" : "False"
    let pairs = members.map { "\(PythonWriter.quoted($0.0.name)): \(PythonWriter.quoted($0.1))" }
    code.line(
      "\n\(name) = TypedDict(\"\(name)\", {\(pairs.joined(separator: ", "))}, total=\(isTotal))")
  }
}
