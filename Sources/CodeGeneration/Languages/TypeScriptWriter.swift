import JSON

/// Writes TypeScript on top of the package `viewmodel-host`: types, and data from which the package
/// creates objects. The other forms are JavaScript and its declarations, in two files.
struct TypeScriptWriter: CodeWriter {
  enum Form {
    case typescript, javascript, declarations
  }

  static let naming = Naming(
    reserved: [
      "Host", "Instance", "Frozen", "Change", "Json", "Int64", "Record", "Promise",
      "Symbol", "ServiceContext", "CONTRACT",
    ], words: ["ViewModel", "State"])

  let file: CodeFile
  private let form: Form
  private var names: TypeNames
  private var code = CodeText(step: "  ")

  init(_ file: CodeFile, _ form: Form = .typescript) {
    self.file = file
    self.form = form
    names = file.names
  }

  var body: String { code.text }

  // MARK: Head and foot

  /// Imports only what the body uses: TypeScript can be set to reject unused imports.
  func head() -> String {
    let client = file.client ?? "viewmodel-host"
    let contract = "import { Contract as $Contract } from \"\(client)/typed\";\n"
    var parts = ["// ViewModels of \(file.host), typed.\n// \(file.origin)\n"]
    parts.append(
      (form == .javascript ? "" : imports(client)) + (form == .declarations ? "" : contract))
    if form != .javascript { parts.append("export type { Int64 };\n") }
    let hash = Self.quoted(file.model.hash)
    let host = form == .javascript ? "host" : "host: Host"
    let answer = form == .javascript ? "" : ": Promise<void>"
    let (declare, value, body) =
      form == .declarations
      ? ("declare ", ": \(hash)", ";") : ("", " = \(hash)", " {\n  return contract.check(host);\n}")
    parts.append(
      """
      /** The hash of the contract that this was generated from. */
      export \(declare)const CONTRACT\(value);

      /** Asks a host, once, whether all of this fits; it is refused with an Error that names what has changed. */
      export \(declare)function check(\(host))\(answer)\(body)

      """)
    if form != .declarations {
      parts.append(
        """
        /** What this was generated for: the host is asked whether it still offers that. */
        const contract = new $Contract(String.raw`
        \(document)
        `);

        """)
    }
    return parts.joined(separator: "\n")
  }

  private func imports(_ client: String) -> String {
    let names = ["Host", "Instance", "Json", "ServiceContext"]
    let imported = names.filter { $0 == "Host" || body.contains($0) }.joined(separator: ", ")
    let observing =
      file.model.viewModels.isEmpty
      ? "" : ", Observed as $Observed, Output as $Output, ViewModel as $ViewModel"
    return """
      import type { \(imported) } from "\(client)";
      import type { Int64\(observing) } from "\(client)/typed";

      """
  }

  func foot() -> String { "" }

  func sharedTypes() -> GeneratedFile? {
    guard form == .javascript else { return nil }
    var declarations = TypeScriptWriter(file, .declarations)
    return GeneratedFile(name: "viewModels.d.ts", text: declarations.text())
  }

  /// The contract, in lines, with escapes for what would end or interpolate the literal.
  private var document: String {
    var text = ""
    for character in Prose.lines(file.model.contract, width: 110).joined(separator: "\n") {
      switch character {
      case "`": text += "\\u0060"
      case "{" where text.hasSuffix("$"): text += "\\u007b"
      default: text.append(character)
      }
    }
    return text
  }

  // MARK: Types

  mutating func writeTypes(_ definitions: [Member]) {
    if form == .javascript { return }
    for definition in definitions {
      let name = names.definitions[definition.name] ?? ""
      code.line()
      document(definition.description)
      if case .object(let members) = definition.type {
        writeInterface(name, members)
      } else {
        code.line("export type \(name) = \(text(definition.type));")
      }
    }
  }

  private func text(_ type: WireType) -> String {
    switch type {
    case .any: "Json"
    case .null: "null"
    case .boolean: "boolean"
    case .number: "number"
    case .integer(let isLong): isLong ? "Int64" : "number"
    case .string: "string"
    case .constant(let value): Prose.json(value)
    case .named(let name): names.definitions[name] ?? "Json"
    case .array(.union(let types)): "readonly (\(text(.union(types))))[]"
    case .array(let element): "readonly \(Self.grouped(text(element)))[]"
    case .tuple(let elements): "readonly [\(elements.map { text($0) }.joined(separator: ", "))]"
    case .dictionary(let value): "{ readonly [name: string]: \(text(value)) }"
    case .object(let members): text(members)
    case .union(let types): types.map { text($0) }.joined(separator: " | ")
    }
  }

  /// Adds the parentheses that an array of arrays or tuples needs.
  private static func grouped(_ text: String) -> String {
    text.hasPrefix("readonly ") ? "(\(text))" : text
  }

  private mutating func writeInterface(_ name: String, _ members: [Member]) {
    code.line("export interface \(name) {")
    for member in members {
      document(member.description, 1)
      code.line("\(text(member));", 1)
    }
    code.line("}")
  }

  private func text(_ member: Member) -> String {
    "readonly \(Self.key(member.name))\(member.isRequired ? "" : "?"): \(text(member.type))"
  }

  private func text(_ members: [Member]) -> String {
    let texts = members.map { member in
      (member.description.map { "/** \(Self.comment($0)) */ " } ?? "") + text(member)
    }
    return texts.isEmpty ? "{}" : "{ \(texts.joined(separator: "; ")) }"
  }

  // MARK: Services

  mutating func writeServices(_ services: [TypedModel.Service]) {
    guard !services.isEmpty, form != .javascript else { return }
    let name = names.unique("Services")
    code.line("\n/** What a `Host` takes as its `services`: those that this program answers. */")
    code.line("export type \(name) = {")
    for service in services {
      let result = text(service.result)
      document(service.description, 1)
      code.line(
        "\(Self.key(service.name))?: (args: \(text(service.arguments)), context: ServiceContext) => "
          + "\(result) | Promise<\(result)>;", 1)
    }
    code.line("};")
  }

  // MARK: ViewModels

  mutating func write(_ viewModel: TypedModel.ViewModel) {
    let name = names[viewModel.name, "ViewModel"] ?? ""
    let value = "contract.viewModel(\(Self.quoted(viewModel.name)))"
    guard form != .javascript else { return code.line("\nexport const \(name) = \(value);") }
    let state = names[viewModel.name, "State"] ?? ""
    code.line("\n/** The outputs of `\(Self.comment(viewModel.shown))`. */")
    writeInterface(state, viewModel.outputs)
    code.line()
    document(viewModel.description)
    code.line("export interface \(name)<$State = \(state)> extends $ViewModel<$State> {")
    writeInputs(viewModel, isCall: false)
    writeInputs(viewModel, isCall: true)
    if !viewModel.events.isEmpty { writeEvents(viewModel) }
    code.line("}\n")
    document(viewModel.description)
    code.line("export \(form == .declarations ? "declare " : "")const \(name): {")
    writeCreate(viewModel, name, state)
    code.line("}\(form == .declarations ? "" : " = \(value)");")
  }

  private mutating func writeCreate(
    _ viewModel: TypedModel.ViewModel, _ name: String, _ state: String
  ) {
    let roles = viewModel.roles.map { role in
      let fillers =
        role.viewModels.compactMap { names[$0, "ViewModel"].map { "\($0)<any>" } }
        + ["Instance<any>"]
      return "readonly \(Self.key(role.name)): \(fillers.joined(separator: " | "))"
    }
    let parameters = viewModel.parameters
    let needsSome = !roles.isEmpty || !parameters.required.isEmpty
    var members = ["readonly id?: string"]
    if !parameters.isEmpty {
      let mark = parameters.required.isEmpty ? "?" : ""
      members.append("readonly parameters\(mark): \(text(parameters))")
    }
    if !roles.isEmpty { members.append("readonly uses: { \(roles.joined(separator: "; ")) }") }
    members.append("readonly observe?: readonly $Entry[]")
    code.line(
      """
      /** Creates an instance; with `observe` its state has these outputs, or of a list some rows. */
      create<$Entry extends $Output<\(state)> = never>(
        host: Host,
        options\(needsSome ? "" : "?"): { \(members.joined(separator: "; ")) },
      ): Promise<\(name)<$Observed<\(state), $Entry>>>;
      """, 1)
  }

  private mutating func writeInputs(_ viewModel: TypedModel.ViewModel, isCall: Bool) {
    code.line(isCall ? "/** Calls inputs: what they return. */" : "/** Sends inputs. */", 1)
    code.line("readonly \(isCall ? "calls" : "inputs"): {", 1)
    for input in viewModel.inputs {
      var lines = [input.description].compactMap(\.self)
      lines += input.arguments.compactMap { argument in
        argument.description.map { "@param args.\(argument.shown) \($0)" }
      }
      if isCall, let returns = input.returns { lines.append("@returns \(returns)") }
      document(lines.isEmpty ? nil : lines.joined(separator: "\n"), 2)
      let mark = input.arguments.required.isEmpty ? "?" : ""
      let parameter = input.arguments.isEmpty ? "" : "args\(mark): \(text(input.arguments))"
      let result = isCall ? "Promise<\(input.result.map { text($0) } ?? "void")>" : "void"
      code.line("readonly \(Self.key(input.name)): (\(parameter)) => \(result);", 2)
    }
    code.line("};", 1)
  }

  private mutating func writeEvents(_ viewModel: TypedModel.ViewModel) {
    code.line("/** Calls back when something happens. What it returns ends that. */", 1)
    code.line("readonly events: {", 1)
    for event in viewModel.events {
      document(event.description, 2)
      let listener = "(value: \(text(event.type))) => void"
      code.line("readonly \(Self.key(event.name)): (listener: \(listener)) => () => void;", 2)
    }
    code.line("};", 1)
  }

  // MARK: Words

  private mutating func document(_ text: String?, _ level: Int = 0) {
    guard let text else { return }
    let lines = Self.comment(text).split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count > 1 else { return code.line("/** \(lines.first ?? "") */", level) }
    let body = lines.map { $0.isEmpty ? " *" : " * \($0)" }.joined(separator: "\n")
    code.line("/**\n\(body)\n */", level)
  }

  /// The text with the end mark of comments broken up.
  private static func comment(_ text: String) -> String {
    text.split(separator: "*/", omittingEmptySubsequences: false).joined(separator: "* /")
  }

  /// The key of an object.
  private static func key(_ name: String) -> String {
    CodeNames.isIdentifier(name) ? name : quoted(name)
  }

  private static func quoted(_ text: String) -> String { Prose.json(.string(text)) }
}
