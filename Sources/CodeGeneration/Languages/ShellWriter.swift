import JSON

/// Functions for a POSIX shell on top of `viewmodel-host.sh`, a file for each ViewModel.
struct ShellWriter: CodeWriter {
  let file: CodeFile
  var code = CodeText(step: "  ")
  var names = CodeNames()

  static func stem(_ viewModel: String, host: String, prefix: String?) -> String {
    CodeNames.member((prefix.map { "\(CodeNames.member($0))_" } ?? "") + viewModel)
  }

  var body: String { code.text }

  mutating func write(_ viewModel: TypedModel.ViewModel) {
    writeCreate(viewModel)
    for service in file.model.services { write(service) }
    for output in viewModel.outputs { write(output: output) }
    for input in viewModel.inputs { write(input) }
    for event in viewModel.events { write(event: event) }
  }

  // MARK: Head and foot

  func head() -> String {
    let description = file.viewModel.description.map { "#\n\(Self.comment($0))\n" } ?? ""
    return """
      # shellcheck shell=sh disable=SC2154 # vmh_arguments comes from viewmodel-host.sh
      # The ViewModel \(file.viewModel.name) of \(file.host).
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
      # shellcheck disable=SC2016 # nothing is to be expanded
      \(file.stem)_contract=\(Self.quoted(lines))

      """
  }

  // MARK: Functions

  private mutating func define(
    _ name: String, _ usage: String, _ text: [String], _ body: (String) -> [String]
  ) {
    let function = "\(file.stem)_\(names.unique(name))"
    let comments = text.map { Self.comment($0) }.joined(separator: "\n")
    code.line("\n# \(function)\(usage)\n\(comments)\n\(function)() {")
    for line in body(function) { code.line(line, 1) }
    code.line("}")
  }

  private mutating func writeCreate(_ viewModel: TypedModel.ViewModel) {
    var taken = CodeNames(reserved: ["--id", "--observe"])
    var specs: [String] = []
    var usage = ""
    var remarks: [String] = []
    func add(_ member: String, _ kind: String, _ value: String, isRequired: Bool) -> String {
      let option = taken.unique("--\(CodeNames.member(member))")
      let wire = option == "--\(member)" ? option : "\(option)=\(member)"
      specs.append(Self.quoted("\(wire) \(kind)\(isRequired ? " required" : "")"))
      usage += Self.usage(option, value, isRequired: isRequired)
      return option
    }
    for parameter in viewModel.parameters {
      let kind = kind(parameter)
      let value = Self.placeholder(kind)
      let option = add(parameter.name, kind, value, isRequired: parameter.isRequired)
      remarks.append(remark(option, parameter))
    }
    for role in viewModel.roles {
      let option = add(role.name, "instance", "ID", isRequired: true)
      remarks.append("\(option): an instance of \(role.viewModels.joined(separator: " or ")).")
    }
    specs += [Self.quoted("--id id"), Self.quoted("--observe observe")]
    let contract = "$\(file.stem)_contract"
    define(
      "create", "\(usage) [--id ID] [--observe JSON]",
      ["Creates an instance: vmh_id is its id, vmh_result its state."] + remarks
    ) { function in
      [
        "vmh_create_typed \(Self.word(viewModel.name)) \"\(contract)\" \(function) \\",
        "  \(specs.joined(separator: " ")) -- \"$@\"",
      ]
    }
  }

  private mutating func write(_ service: TypedModel.Service) {
    let optional = service.isRequired ? "" : " It can do without."
    define(
      "service_\(CodeNames.member(service.name))", " COMMAND",
      [
        "Has COMMAND answer the service \(service.name); before vmh_start.\(optional)",
        "It reads \(words(service.argumentType)), and prints \(words(service.result)).",
      ] + (service.description.map { [$0] } ?? [])
    ) { _ in ["vmh_on_service \(Self.word(service.name)) \"${1-}\""] }
  }

  private mutating func write(output: Member) {
    let isPlain = CodeNames.isIdentifier(output.name)
    let filter = isPlain ? ".\(output.name)" : ".[\(JSONValue.string(output.name))]"
    let text = output.description ?? "Prints the output \(output.name)."
    define(
      "get_\(CodeNames.member(output.name))", " ID",
      [text, "It is \(words(output.type))."]
    ) { _ in ["vmh_get \"${1-}\" \(Self.word(filter))"] }
  }

  private mutating func write(_ input: TypedModel.Input) {
    var taken = CodeNames(reserved: ["ID", "--id"])
    var takenInUsage = CodeNames(reserved: ["ID"])
    var specs = [Self.quoted("ID id")]
    var usage = " ID"
    var remarks: [String] = []
    for argument in input.arguments.required + input.arguments.optional {
      let member = CodeNames.member(argument.name)
      let name = taken.unique(argument.isRequired ? member : "--\(member)")
      let plain = argument.isRequired ? argument.name : "--\(argument.name)"
      let kind = kind(argument)
      specs.append(Self.quoted("\(name == plain ? name : "\(name)=\(argument.name)") \(kind)"))
      let shown = argument.isRequired ? takenInUsage.unique(member.uppercased()) : name
      usage +=
        argument.isRequired
        ? " \(shown)" : Self.usage(name, Self.placeholder(kind), isRequired: false)
      remarks.append(remark(shown, argument))
    }
    let returns = input.returns.map { ", \(Prose.clause($0))" } ?? ""
    let ending =
      input.result.map { "Waits until it has finished: vmh_result is \(words($0))\(returns)." }
      ?? "Waits until it has finished."
    let text = input.description ?? "Sends \(input.name)."
    let isPlain = input.arguments.isEmpty
    define(CodeNames.member(input.name), usage, [text] + remarks + [ending]) {
      function in
      let method = input.isCall ? "vmh_call" : "vmh_input"
      let arguments = isPlain ? "" : " \"$vmh_arguments\""
      return [
        "vmh_arguments \(function) \(specs.joined(separator: " ")) -- \"$@\" || return",
        "\(method) \"$1\" \(Self.word(input.name))\(arguments)",
      ]
    }
  }

  private mutating func write(event: Member) {
    let text = event.description ?? "The events \(event.name) since it was asked last."
    define(
      "events_\(CodeNames.member(event.name))", " ID",
      [text, "vmh_result has a line of JSON for each; its value is \(words(event.type))."]
    ) { _ in ["vmh_events \"${1-}\" \(Self.word(event.name))"] }
  }

  // MARK: Types

  /// The type as `vmh_arguments` reads it.
  private func kind(_ argument: Member) -> String {
    switch CheckedKind(argument.sentType, file.model.types, array: "list") {
    case .constant(let values):
      let texts = values.map(\.description)
      let arePlain = values.allSatisfy { $0.stringValue?.contains("|") == false }
      return arePlain ? texts.map(Self.escapingSpaces).joined(separator: "|") : "any"
    case .kinds(let kinds) where kinds.count == 1 && kinds != ["null"]: return kinds[0]
    case .kinds, .anything: return "any"
    }
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
        + members.map { "\"\($0.name)\"\($0.isRequired ? "" : "?"): \(words($0.type, seen))" }
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
    return isPlain && !text.isEmpty ? text : quoted(text)
  }

  private static func quoted(_ text: String) -> String {
    "'\(text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''"))'"
  }
}
