import JSON

/// TypeScript classes on top of the package `viewmodel-host`.
struct TypeScriptWriter: CodeWriter {
  static let naming = Naming(
    reserved: [
      "Host", "Instance", "Completion", "Frozen", "Change", "Json", "Int64", "Record", "Promise",
      "Symbol", "ServiceContext", "CONTRACT",
    ], words: ["ViewModel", "State"])

  let file: CodeFile
  private var names: TypeNames
  private var code = CodeText(step: "  ")

  init(_ file: CodeFile) {
    self.file = file
    names = file.names
  }

  var body: String { code.text }

  // MARK: Head and foot

  /// With what the body needs; TypeScript may be told to refuse more.
  func head() -> String {
    let names = ["Change", "Completion", "Frozen", "Host", "Instance", "Json", "ServiceContext"]
    let imported = names.filter { $0 == "Host" || body.contains($0) }.joined(separator: ", ")
    let client = file.client ?? "viewmodel-host"
    let observing =
      file.model.viewModels.isEmpty ? "" : ", Observed as $Observed, Output as $Output"
    return """
      // ViewModels of \(file.host), typed.
      // \(file.origin)

      import type { \(imported) } from "\(client)";
      import { Contract as $Contract } from "\(client)/typed";
      import type { Int64\(observing) } from "\(client)/typed";

      export type { Int64 };

      /** The hash of the contract that this was generated from. */
      export const CONTRACT = \(Self.quoted(file.model.hash));

      /** Asks a host, once, whether all of this fits; it is refused with an Error that names what has changed. */
      export function check(host: Host): Promise<void> {
        return contract.check(host);
      }

      """
  }

  func foot() -> String {
    """

    /** What this was generated for: the host is asked whether it still offers that. */
    const contract = new $Contract(String.raw`
    \(document)
    `);

    """
  }

  /// The contract, in lines. What would end the text, or put something into it, JSON escapes.
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

  /// An array of what is an array or tuple itself is written in parentheses.
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
    guard !services.isEmpty else { return }
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
    let state = names[viewModel.name, "State"] ?? ""
    code.line("\n/** The outputs of `\(Self.comment(viewModel.shown))`. */")
    writeInterface(state, viewModel.outputs)
    code.line()
    document(viewModel.description)
    code.line("export class \(name)<$State = \(state)> {")
    code.line("private constructor(readonly instance: Instance<$State>) {}", 1)
    writeCreate(viewModel, name, state)
    code.line(
      """

      /** The outputs, as of the last update that has arrived. */
      get state(): Frozen<$State> {
        return this.instance.state;
      }

      /** Calls back after each turn that changed the state. What it returns ends that. */
      onChange(listener: (change: Change<$State>) => void): () => void {
        this.instance.on("change", listener);
        return () => void this.instance.off("change", listener);
      }

      /** Ends the instance. */
      dispose(): Promise<void> {
        return this.instance.dispose();
      }
      """, 1)
    writeInputs(viewModel, isCall: false)
    writeInputs(viewModel, isCall: true)
    if !viewModel.events.isEmpty { writeEvents(viewModel) }
    code.line("}")
  }

  private mutating func writeCreate(
    _ viewModel: TypedModel.ViewModel, _ name: String, _ state: String
  ) {
    let roles = viewModel.roles.map { role in
      let fillers =
        role.viewModels.compactMap { names[$0, "ViewModel"].map { "\($0)<any>" } }
        + ["Instance<any, any>"]
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
    let observed = "$Observed<\(state), $Entry>"
    code.line(
      """

      /** Creates an instance; with `observe` its state has these outputs, or of a list some rows. */
      static async create<$Entry extends $Output<\(state)> = never>(
        host: Host,
        options: { \(members.joined(separator: "; ")) }\(needsSome ? "" : " = {}"),
      ): Promise<\(name)<\(observed)>> {
      """, 1)
    if hasLong(parameters) {
      code.line("contract.exact(options.parameters, \(Self.quoted(viewModel.name)));", 2)
    }
    code.line("await contract.check(host, \(Self.quoted(viewModel.name)));", 2)
    code.line(
      "const instance = await host.create<\(observed)>(\(Self.quoted(viewModel.name)), {", 2)
    code.line("...options,", 3)
    if !roles.isEmpty {
      let pairs = viewModel.roles.map { role in
        let value = "options.uses[\(Self.quoted(role.name))]"
        return "\(Self.ownKey(role.name)): \"instance\" in \(value) ? \(value).instance : \(value)"
      }
      code.line("uses: { \(pairs.joined(separator: ", ")) },", 3)
    }
    code.line("});\nreturn new \(name)(instance);", 2)
    code.line("}", 1)
  }

  private mutating func writeInputs(_ viewModel: TypedModel.ViewModel, isCall: Bool) {
    code.line(isCall ? "\n/** The inputs, with what they return. */" : "\n/** Sends inputs. */", 1)
    code.line("readonly \(isCall ? "calls" : "inputs") = {", 1)
    for input in viewModel.inputs {
      var lines = [input.description].compactMap(\.self)
      lines += input.arguments.compactMap { argument in
        argument.description.map { "@param args.\(argument.shown) \($0)" }
      }
      if isCall, let returns = input.returns { lines.append("@returns \(returns)") }
      document(lines.isEmpty ? nil : lines.joined(separator: "\n"), 2)
      let ending = input.arguments.required.isEmpty ? " = {}" : ""
      let parameter = input.arguments.isEmpty ? "" : "args: \(text(input.arguments))\(ending)"
      let result = isCall ? input.result.map { text($0) } ?? "void" : "void"
      code.line("\(Self.ownKey(input.name)): (\(parameter)): Completion<\(result)> => {", 2)
      if hasLong(input.arguments) {
        let place = "\(Self.quoted(viewModel.name)), \(Self.quoted(input.name))"
        code.line("contract.exact(args, \(place));", 3)
      }
      let method = isCall ? "call<\(result)>" : "input"
      let arguments = input.arguments.isEmpty ? "" : ", args"
      code.line("return this.instance.\(method)(\(Self.quoted(input.name))\(arguments));", 3)
      code.line("},", 2)
    }
    code.line("};", 1)
  }

  private mutating func writeEvents(_ viewModel: TypedModel.ViewModel) {
    code.line("\n/** Calls back when something happens. What it returns ends that. */", 1)
    code.line("readonly events = {", 1)
    for event in viewModel.events {
      document(event.description, 2)
      code.line(
        """
        \(Self.ownKey(event.name)): (listener: (value: \(text(event.type))) => void): (() => void) => {
          const named = (event: { readonly name: string; readonly value: any }): void => {
            if (event.name === \(Self.quoted(event.name))) listener(event.value);
          };
          this.instance.on("event", named);
          return () => void this.instance.off("event", named);
        },
        """, 2)
    }
    code.line("};", 1)
  }

  // MARK: Words

  /// Whether there may be an integer of 64 bits in one of the arguments.
  private func hasLong(_ arguments: [Member]) -> Bool {
    arguments.contains { $0.type.hasLong(file.model.types) }
  }

  private mutating func document(_ text: String?, _ level: Int = 0) {
    guard let text else { return }
    let lines = Self.comment(text).split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count > 1 else { return code.line("/** \(lines.first ?? "") */", level) }
    let body = lines.map { $0.isEmpty ? " *" : " * \($0)" }.joined(separator: "\n")
    code.line("/**\n\(body)\n */", level)
  }

  /// What would end the comment does not.
  private static func comment(_ text: String) -> String {
    text.split(separator: "*/", omittingEmptySubsequences: false).joined(separator: "* /")
  }

  /// A name in an object.
  private static func key(_ name: String) -> String {
    CodeNames.isIdentifier(name) ? name : quoted(name)
  }

  /// A name in an object that is made here, of which `__proto__` would set the prototype.
  private static func ownKey(_ name: String) -> String {
    name == "__proto__" ? "[\(quoted(name))]" : key(name)
  }

  private static func quoted(_ text: String) -> String { Prose.json(.string(text)) }
}
