/// Writes Emacs Lisp on top of the package `viewmodel-host`, one file a ViewModel.
struct ElispWriter: CodeWriter {
  let file: CodeFile
  private var code = CodeText(step: "  ")
  var globals = CodeNames()
  /// The functions of the client that the file calls.
  private var called: Set<String> = []

  init(_ file: CodeFile) { self.file = file }

  static let ownGlobals = ["-create", "-services"]

  /// The prefix of all names in the file, without the hyphen: `todo-host-vm-list`. Without "vm", a
  /// host named as the package would redefine the package's names.
  static func stem(_ viewModel: String, host: String, prefix: String?) -> String {
    "\(ElispText.kebab(prefix ?? "\(host)-vm"))-\(ElispText.kebab(viewModel))"
  }

  var body: String { code.text }

  private var text: ElispText { ElispText(file.model) }
  private var prefix: String { file.stem }
  /// The name of the ViewModel as a string literal.
  private var name: String { ElispText.quoted(file.viewModel.name) }

  mutating func write(_ viewModel: TypedModel.ViewModel) {
    code.line("\n;;; Creation")
    writeCreate(viewModel)
    if !file.model.services.isEmpty { writeServices(of: viewModel) }
    if !viewModel.outputs.isEmpty { code.line("\n;;; Outputs") }
    for (output, name) in zip(viewModel.outputs, functions(viewModel.outputs.map(\.name), "get-")) {
      write(output: output, name)
    }
    if !viewModel.inputs.isEmpty { code.line("\n;;; Inputs") }
    for (input, name) in zip(viewModel.inputs, functions(viewModel.inputs.map(\.name))) {
      write(input, name)
    }
    if !viewModel.events.isEmpty { code.line("\n;;; Events") }
    for (event, name) in zip(viewModel.events, functions(viewModel.events.map(\.name), "on-")) {
      write(event: event, name)
    }
  }

  /// The function names for members of a kind.
  private mutating func functions(_ members: [String], _ kind: String = "") -> [String] {
    globals.unique(members, prefix: "\(prefix)-\(kind)", ElispText.kebab)
  }

  // MARK: Head and foot

  func head() -> String {
    func comment(_ text: String) -> String { Prose.comment(text, mark: ";;", width: 75) }
    let title = "The ViewModel \(file.viewModel.shown)"
    let glossary = text.glossary.map { "\n\($0)" }.joined()
    let commentary = """
      \(ElispText.comment(file.viewModel.description ?? "\(title)."))

      `\(prefix)-create' makes an instance, which the other functions take; those of the package \
      `viewmodel-host' take it, too.  An input returns a request: `viewmodel-host-await' waits for \
      its end.\(glossary.isEmpty ? "" : "\n\(glossary)")
      """
    let declared = Self.functions.filter { called.contains($0.name) }.map { function in
      "(declare-function viewmodel-host-typed-\(function.name) \"viewmodel-host-typed\"\n"
        + "                  (\(function.arguments)))\n"
    }
    let data = ElispText.data(file.model.contract, width: 75)
    return """
      ;;; \(prefix).el --- \(title)  -*- lexical-binding: t; -*-

      \(comment(ElispText.comment("Of \(file.host). \(file.origin)")))

      ;;; Commentary:

      \(comment(commentary))

      ;;; Code:

      (require 'cl-lib)

      \(declared.joined())
      (defconst \(prefix)--contract
        `\(data.joined(separator: "\n    "))
        "What this was generated for: the host is asked whether it keeps it.")

      """
  }

  /// The functions of the client that a file may call, for its `declare-function` forms.
  private static let functions = [
    (name: "create", arguments: "host name contract parameters uses keys own"),
    (name: "services", arguments: "name services"),
    (name: "get", arguments: "instance name output"),
    (name: "input", arguments: "instance name input arguments success-fn error-fn"),
    (name: "call", arguments: "instance name input arguments success-fn error-fn"),
    (name: "on-event", arguments: "instance name event function"),
  ]

  func foot() -> String { "\n(provide '\(prefix))\n;;; \(prefix).el ends here\n" }

  // MARK: Functions

  /// Writes a function that calls a function of the client.
  ///
  /// - Parameter arguments: the arguments of that call, in lines.
  private mutating func define(
    _ name: String, _ parameters: String, _ documentation: [String], calling function: String,
    _ arguments: [String]
  ) {
    let isKeyed = parameters.contains("&key")
    let head = "(\(isKeyed ? "cl-defun" : "defun") \(name)"
    let isShort = head.count + parameters.count < 77
    code.line("\n\(head)\(isShort ? " " : "\n    ")(\(parameters))")
    // Lines within the docstring are not indented.
    code.line("  \(ElispText.docstring(documentation))")
    called.insert(function)
    let given = arguments.joined(separator: "\n")
    code.line("(viewmodel-host-typed-\(function)", 1)
    code.line(" \(given.split(separator: "\n").joined(separator: "\n "))))", 1)
  }

  /// An argument and its variable.
  private typealias Parameter = (variable: String, argument: Member)

  private func variables(_ arguments: [Member], _ taken: inout CodeNames) -> [Parameter] {
    Array(zip(taken.unique(arguments.map(\.name), Self.variable), arguments))
  }

  private static func variable(_ name: String) -> String {
    let name = ElispText.kebab(name)
    return name.first?.isLetter == true ? name : "argument-\(name)"
  }

  /// The sentence about an argument.
  private func sentence(_ variable: String, on argument: Member) -> String {
    let words = text.words(argument.sentType)
    let clause = argument.description.map { ": \(ElispText.prose(Prose.clause($0)))" } ?? ""
    let optional = argument.isRequired ? "" : ", which may be left out"
    return "\(variable.uppercased()) is \(words)\(optional)\(clause)."
  }

  /// The code of the argument list that the client checks.
  private func list(_ parameters: [Parameter]) -> String {
    guard !parameters.isEmpty else { return "nil" }
    let texts = parameters.map { variable, argument in
      "(\(ElispText.key(argument.name)) \(text.specifier(argument.sentType)) "
        + ",\(variable)\(argument.isRequired ? "" : " optional"))"
    }
    return "`(\(texts.joined(separator: "\n  ")))"
  }

  private mutating func writeCreate(_ viewModel: TypedModel.ViewModel) {
    var taken = CodeNames(reserved: ["host", "keys", "t", "nil", "id", "observe", "timeout"])
    let parameters = variables(viewModel.parameters, &taken)
    var lines = [
      "Create an instance in HOST, and return it.",
      "It is of \(ElispText.shown(viewModel.name)).",
    ]
    lines += parameters.map { sentence($0, on: $1) }
    var own = parameters.map(\.variable)
    var uses: [String] = []
    let roles = taken.unique(viewModel.roles.map(\.name), Self.variable)
    for (variable, role) in zip(roles, viewModel.roles) {
      let names = role.viewModels.map(ElispText.shown).joined(separator: " or ")
      lines.append("\(variable.uppercased()) is an instance of \(names).")
      own.append(variable)
      uses.append("(\(ElispText.key(role.name)) . ,\(variable))")
    }
    lines += [
      "KEYS are \(own.isEmpty ? "" : "also ")those of `viewmodel-host-create' but for "
        + ":parameters and :uses.",
      "Signal `viewmodel-host-contract-broken' if HOST has changed so that this does not fit it "
        + "any more.",
    ]
    let keys = own.isEmpty ? "" : " &key \(own.joined(separator: " ")) &allow-other-keys"
    define(
      "\(prefix)-create", "host &rest keys\(keys)", lines, calling: "create",
      [
        "host \(name) \(prefix)--contract", list(parameters),
        uses.isEmpty ? "nil" : "`(\(uses.joined(separator: " ")))",
        "keys \(own.isEmpty ? "nil" : "'(\(own.map { ":\($0)" }.joined(separator: " ")))")",
      ])
  }

  private mutating func writeServices(of viewModel: TypedModel.ViewModel) {
    var taken = CodeNames(reserved: ["t", "nil"])
    var lines = [
      "What answers the services of this ViewModel.",
      "It is for `viewmodel-host-start'.  Each is a function of the arguments, an alist, and the "
        + "call, which it answers with `viewmodel-host-reply'.",
    ]
    var list: [String] = []
    let services = file.model.services
    let variables = taken.unique(services.map(\.name), Self.variable)
    for (variable, service) in zip(variables, services) {
      lines.append(
        "\(variable.uppercased()) gets \(text.words(service.argumentType)), and answers with "
          + "\(text.words(service.result))\(service.isRequired ? "" : "; it may be left out").")
      if let description = service.description { lines.append(ElispText.prose(description)) }
      let optional = service.isRequired ? "" : " optional"
      list.append("(\(ElispText.quoted(service.name)) function ,\(variable)\(optional))")
    }
    define(
      "\(prefix)-services", "&key \(variables.joined(separator: " "))", lines, calling: "services",
      [name, "`(\(list.joined(separator: "\n  ")))"])
  }

  private mutating func write(output: Member, _ name: String) {
    var lines = [
      "Return this output of INSTANCE.",
      "It is \(ElispText.shown(output.name)): \(text.words(output.type)).",
    ]
    if let description = output.description { lines.append(ElispText.prose(description)) }
    define(
      name, "instance", lines, calling: "get",
      ["instance \(self.name) \(ElispText.quotedKey(output.name))"])
  }

  private mutating func write(_ input: TypedModel.Input, _ name: String) {
    var taken = CodeNames(reserved: ["instance", "success-fn", "error-fn", "t", "nil"])
    let parameters = variables(input.arguments, &taken)
    let required = parameters.filter(\.argument.isRequired).map { " \($0.variable)" }
    let optional = parameters.filter { !$0.argument.isRequired }.map { " \($0.variable)" }
    var lines = [
      "Send this input to INSTANCE, and return the request.",
      "It is \(ElispText.shown(input.name)).",
    ]
    if let description = input.description { lines.append(ElispText.prose(description)) }
    lines += parameters.map { sentence($0, on: $1) }
    let returns = input.returns.map { ", \(ElispText.prose(Prose.clause($0)))" } ?? ""
    let value = input.result.map { text.words($0) + returns } ?? "nil"
    lines.append(
      "When it has ended SUCCESS-FN is called with \(value), or ERROR-FN with the error.")
    define(
      name, "instance\(required.joined()) &key\(optional.joined()) success-fn error-fn", lines,
      calling: input.isCall ? "call" : "input",
      [
        "instance \(self.name) \(ElispText.quoted(input.name))", list(parameters),
        "success-fn error-fn",
      ])
  }

  private mutating func write(event: Member, _ name: String) {
    var lines = [
      "Have FUNCTION called with each event of this kind of INSTANCE.",
      "It is \(ElispText.shown(event.name)): \(text.words(event.type)).",
    ]
    if let description = event.description { lines.append(ElispText.prose(description)) }
    lines.append("Return a function that ends this.")
    define(
      name, "instance function", lines, calling: "on-event",
      ["instance \(self.name) \(ElispText.quoted(event.name)) function"])
  }
}
