import JSON

/// Functions for a POSIX shell on top of `viewmodel-host.sh`, a file for each ViewModel.
struct ShellWriter: CodeWriter {
  let file: CodeFile
  private var code = CodeText(step: "  ")
  var globals = CodeNames()

  init(_ file: CodeFile) { self.file = file }

  static let ownGlobals = ["_create"]

  static func stem(_ viewModel: String, host: String, prefix: String?) -> String {
    CodeNames.member((prefix.map { "\(CodeNames.member($0))_" } ?? "") + viewModel)
  }

  var body: String { code.text }

  mutating func write(_ viewModel: TypedModel.ViewModel) {
    writeCreate(viewModel)
    func functions(_ members: [String], _ kind: String = "") -> [String] {
      globals.unique(members, prefix: "\(file.stem)_\(kind)")
    }
    let services = file.model.services
    for (service, name) in zip(services, functions(services.map(\.name), "service_")) {
      write(service, name)
    }
    for (output, name) in zip(viewModel.outputs, functions(viewModel.outputs.map(\.name), "get_")) {
      write(output: output, name)
    }
    for (input, name) in zip(viewModel.inputs, functions(viewModel.inputs.map(\.name))) {
      write(input, name)
    }
    let events = functions(viewModel.events.map(\.name), "events_")
    for (event, name) in zip(viewModel.events, events) {
      write(event: event, name)
    }
  }

  // MARK: Head and foot

  func head() -> String {
    let description = file.viewModel.description.map { "#\n\(Self.comment($0))\n" } ?? ""
    return """
      # shellcheck shell=sh disable=SC1003,SC2016,SC2154 # quoted texts; vmh_arguments is of viewmodel-host.sh
      # The ViewModel \(file.viewModel.shown) of \(file.host).
      # \(file.origin)
      #
      # To be sourced after viewmodel-host.sh. What fails says why on standard error; the statuses are those of the
      # functions of viewmodel-host.sh, and 10 when the host has changed so that this does not fit it any more.
      \(description)
      """
  }

  func foot() -> String {
    let lines = Prose.lines(file.model.contract, width: 110).joined(separator: "\n")
    return """

      # What this was generated for: the host is asked whether it still offers that.
      \(file.stem)_contract=\(Self.quoted(lines))

      """
  }

  // MARK: Functions

  private mutating func define(
    _ function: String, _ usage: String, _ text: [String], _ body: (String) -> [String]
  ) {
    let comments = text.map { Self.comment($0) }.joined(separator: "\n")
    code.line("\n# \(function)\(usage)\n\(comments)\n\(function)() {")
    for line in body(function) { code.whole(line, 1) }
    code.line("}")
  }

  private mutating func writeCreate(_ viewModel: TypedModel.ViewModel) {
    var taken = CodeNames(reserved: ["--id", "--observe"])
    var specs: [String] = []
    var usage = ""
    var remarks: [String] = []
    func add(
      _ option: String, _ member: String, _ kind: String, _ value: String, isRequired: Bool
    ) {
      let wire = Self.wire(member, option, "--\(member)")
      specs.append(Self.quoted("\(wire) \(kind)\(isRequired ? " required" : "")"))
      usage += Self.usage(option, value, isRequired: isRequired)
    }
    let parameters = viewModel.parameters
    for (option, parameter) in zip(taken.unique(parameters.map(\.name), prefix: "--"), parameters) {
      let kind = kind(parameter)
      add(
        option, parameter.name, kind, Self.placeholder(kind), isRequired: parameter.isRequired)
      remarks.append(remark(option, parameter))
    }
    let roles = viewModel.roles
    for (option, role) in zip(taken.unique(roles.map(\.name), prefix: "--"), roles) {
      add(option, role.name, "instance", "ID", isRequired: true)
      let names = role.viewModels.map(Prose.shown).joined(separator: " or ")
      remarks.append("\(option): an instance of \(names).")
    }
    specs += [Self.quoted("--id id"), Self.quoted("--observe observe")]
    let contract = "$\(file.stem)_contract"
    define(
      "\(file.stem)_create", "\(usage) [--id ID] [--observe JSON]",
      ["Creates an instance: vmh_id is its id, vmh_result its state."] + remarks
    ) { function in
      [
        "vmh_create_typed \(Self.word(viewModel.name)) \"\(contract)\" \(function) \\",
        "  \(specs.joined(separator: " ")) -- \"$@\"",
      ]
    }
  }

  private mutating func write(_ service: TypedModel.Service, _ name: String) {
    let optional = service.isRequired ? "" : " It can do without."
    define(
      name, " COMMAND",
      [
        "Has COMMAND answer the service \(service.shown); before vmh_start.\(optional)",
        "It reads \(words(service.argumentType)), and prints \(words(service.result)).",
      ] + (service.description.map { [$0] } ?? [])
    ) { _ in ["vmh_on_service \(Self.word(service.name)) \"${1-}\""] }
  }

  private mutating func write(output: Member, _ name: String) {
    let isPlain = CodeNames.isIdentifier(output.name)
    let filter = isPlain ? ".\(output.name)" : ".[\(Prose.json(.string(output.name)))]"
    let text = output.description ?? "Prints the output \(output.shown)."
    define(
      name, " ID", [text, "It is \(words(output.type))."]
    ) { _ in ["vmh_get \"${1-}\" \(Self.word(filter))"] }
  }

  private mutating func write(_ input: TypedModel.Input, _ name: String) {
    var taken = CodeNames(reserved: ["ID", "--id"])
    var takenInUsage = CodeNames(reserved: ["ID"])
    var specs = [Self.quoted("ID id")]
    var usage = " ID"
    var remarks: [String] = []
    let (required, optional) = (input.arguments.required, input.arguments.optional)
    let names =
      taken.unique(required.map(\.name)) + taken.unique(optional.map(\.name), prefix: "--")
    for (name, argument) in zip(names, required + optional) {
      let kind = kind(argument)
      let plain = argument.isRequired ? argument.name : "--\(argument.name)"
      let wire = Self.wire(argument.name, name, plain)
      specs.append(Self.quoted("\(wire) \(kind)"))
      let shown = argument.isRequired ? takenInUsage.unique(name.uppercased()) : name
      usage +=
        argument.isRequired
        ? " \(shown)" : Self.usage(name, Self.placeholder(kind), isRequired: false)
      remarks.append(remark(shown, argument))
    }
    let returns = input.returns.map { ", \(Prose.clause($0))" } ?? ""
    let ending =
      input.result.map { "Waits until it has finished: vmh_result is \(words($0))\(returns)." }
      ?? "Waits until it has finished."
    let text = input.description ?? "Sends \(input.shown)."
    let isPlain = input.arguments.isEmpty
    define(name, usage, [text] + remarks + [ending]) { function in
      let method = input.isCall ? "vmh_call" : "vmh_input"
      let arguments = isPlain ? "" : " \"$vmh_arguments\""
      return [
        "vmh_arguments \(function) \(specs.joined(separator: " ")) -- \"$@\" || return",
        "\(method) \"$1\" \(Self.word(input.name))\(arguments)",
      ]
    }
  }

  private mutating func write(event: Member, _ name: String) {
    let text = event.description ?? "The events \(event.shown) since it was asked last."
    define(
      name, " ID",
      [text, "vmh_result has a line of JSON for each; its value is \(words(event.type))."]
    ) { _ in ["vmh_events \"${1-}\" \(Self.word(event.name))"] }
  }

  // MARK: Types

  /// The type as `vmh_arguments` reads it.
  private func kind(_ argument: Member) -> String {
    switch CheckedKind(argument.sentType, file.model.types, array: "list") {
    case .constant(let values):
      let texts = values.map(Prose.json)
      let arePlain = values.allSatisfy { $0.stringValue?.contains("|") == false }
      return arePlain ? texts.map(Self.escapingSpaces).joined(separator: "|") : "any"
    case .kinds(let kinds) where kinds.count == 1 && kinds != ["null"]: return kinds[0]
    case .kinds, .anything: return "any"
    }
  }

  /// A name for `vmh_arguments`, with that of the wire behind it, in JSON, where that is another.
  private static func wire(_ member: String, _ name: String, _ plain: String) -> String {
    name == plain ? name : "\(name)=\(escapingSpaces(Prose.json(.string(member))))"
  }

  private static func escapingSpaces(_ text: String) -> String {
    text.split(separator: " ", omittingEmptySubsequences: false).joined(separator: "\\u0020")
  }

  private static func placeholder(_ kind: String) -> String {
    switch kind {
    case "any", "list", "object": "JSON"
    case _ where kind.hasPrefix("\""):
      kind.split(separator: "\"").joined().split(separator: "\\u0020").joined(separator: " ")
    default: kind.uppercased()
    }
  }

  /// What a value looks like, in JSON.
  private func words(_ type: WireType, _ seen: Set<String> = []) -> String {
    switch type {
    case .any: "JSON"
    case .null: "null"
    case .boolean: "true or false"
    case .integer: "an integer"
    case .number: "a number"
    case .string: "a string"
    case .constant(let value): value.description
    case .named(let name) where seen.contains(name): name
    case .named(let name): file.model.types[name].map { words($0, seen.union([name])) } ?? "JSON"
    case .array(let element): "[\(words(element, seen)), …]"
    case .tuple(let elements): "[\(elements.map { words($0, seen) }.joined(separator: ", "))]"
    case .dictionary(.any): "{…}"
    case .dictionary(let value): "{\"…\": \(words(value, seen)), …}"
    case .object(let members):
      "{"
        + members.map { "\"\($0.shown)\"\($0.isRequired ? "" : "?"): \(words($0.type, seen))" }
        .joined(separator: ", ") + "}"
    case .union(let types): types.map { words($0, seen) }.joined(separator: " or ")
    }
  }

  /// What is known of an argument beyond the type that its usage names.
  private func remark(_ name: String, _ argument: Member) -> String {
    let text = argument.description.map { ": \(Prose.clause($0))" } ?? ""
    return "\(name): \(words(argument.sentType))\(text)."
  }

  // MARK: Texts

  private static func usage(_ option: String, _ value: String, isRequired: Bool) -> String {
    isRequired ? " \(option) \(value)" : " [\(option) \(value)]"
  }

  private static func comment(_ text: String) -> String {
    Prose.comment(text, mark: "#", width: 115)
  }

  /// A text as one word, quoted where that is needed.
  private static func word(_ text: String) -> String {
    let isPlain = text.allSatisfy {
      $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0))
    }
    return isPlain && !text.isEmpty && !keywords.contains(text) ? text : quoted(text)
  }

  /// What a reader might take for the shell's own.
  private static let keywords: Set<String> = [
    "case", "do", "done", "elif", "else", "esac", "fi", "for", "function", "if", "in", "select",
    "then", "time", "until", "while",
  ]

  private static func quoted(_ text: String) -> String {
    "'\(text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''"))'"
  }
}
