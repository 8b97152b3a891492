import JSON

/// Python classes on top of the package `viewmodel_host`.
struct PythonWriter: CodeWriter {
  static let naming = Naming(
    reserved: PythonTypes.reserved, words: ["ViewModel", "State", "Inputs", "Calls", "Events"])

  let file: CodeFile
  private let face: PythonFace
  private var types: PythonTypes
  private var code = CodeText(step: "    ")

  init(_ file: CodeFile, _ face: PythonFace) {
    self.file = file
    self.face = face
    types = PythonTypes(file.names)
  }

  var body: String { types.code.text + code.text }

  // MARK: Head and foot

  func head() -> String {
    let check = """
      def check(host: \(face.host)) -> None:
          \"\"\"Asks a host, once, whether this fits. Raises ContractBroken if it does not.\"\"\"
          \(face.await)_contract.check(host)

      """
    var words = Set((body + check).split { !$0.isLetter && $0 != "_" }.map(String.init))
    let hasAliases = words.contains("TypeAlias")
    words.formUnion(hasAliases ? ["Final", "TYPE_CHECKING"] : ["Final"])
    var lines = face == .asyncio ? ["import asyncio"] : []
    func add(_ module: String, _ names: String...) {
      let used = names.filter(words.contains).joined(separator: ", ")
      if !used.isEmpty { lines.append("from \(module) import \(used)") }
    }
    add("collections.abc", "Awaitable", "Callable", "Mapping")
    add("types", "TracebackType")
    add("typing", "TYPE_CHECKING", "Final", "Literal", "Protocol", "TypedDict", "cast", "final")
    lines.append("")
    add("viewmodel_host", "AsyncHost", "AsyncInstance", "Change", "Host", "Instance", "Ticket")
    let typed = "from viewmodel_host.typed import"
    lines.append("\(typed) \(face.contract) as _Contract")
    lines.append("\(typed) ContractBroken as ContractBroken")
    if words.contains("_given") { lines.append("\(typed) given as _given") }
    if hasAliases {
      lines.append("\nif TYPE_CHECKING:\n    from typing_extensions import TypeAlias")
    }
    return """
      \"\"\"ViewModels of \(file.host), typed.

      \(file.origin)
      \"\"\"

      from __future__ import annotations

      \(lines.joined(separator: "\n"))

      CONTRACT: Final = "\(file.model.hash)"
      \"\"\"The hash of the contract that this was generated from.\"\"\"


      \(face.async)\(check)
      """
  }

  func foot() -> String {
    """


    # What this was generated for: the host is asked whether it still offers that.
    _contract: Final = _Contract(r\"\"\"
    \(Prose.lines(file.model.contract, width: 96).joined(separator: "\n"))
    \"\"\")

    """
  }

  // MARK: Types and services

  mutating func writeTypes(_ definitions: [Member]) { types.define(definitions) }

  mutating func writeServices(_ services: [TypedModel.Service]) {
    guard !services.isEmpty else { return }
    var parameters: [String] = []
    var pairs: [String] = []
    for service in services {
      let name = types.unique("\(service.name) Service")
      let result = types.text(service.result, owner: "\(name) Result")
      code.line("\n\nclass \(name)(Protocol):")
      let said = service.description.map { [$0] } ?? []
      code.line(Self.documentation("Answers the service `\(service.name)`.", said), 1)
      let arguments = signature(service.arguments, name, ["self"])
      let returned = face == .asyncio ? "\(result) | Awaitable[\(result)]" : result
      code.line(Self.function("\ndef __call__", arguments, returned, end: ": ..."), 1)
      let parameter = CodeNames.member(service.name, reserved: PythonTypes.keywords)
      parameters.append("\(parameter): \(name) | None = None")
      pairs.append("    \(Self.quoted(service.name)): \(parameter),")
    }
    let returned = "dict[str, Callable[..., object]]"
    code.line(Self.function("\n\ndef services", ["*"] + parameters, returned))
    code.line(
      """
      \"""What a `\(face.host)` takes as its `services`: those that are answered.\"""
      given: dict[str, Callable[..., object] | None] = {
      \(pairs.joined(separator: "\n"))
      }
      return {name: service for name, service in given.items() if service is not None}
      """, 1)
  }

  // MARK: ViewModels

  mutating func write(_ viewModel: TypedModel.ViewModel) {
    func name(_ word: String) -> String { file.names[viewModel.name, word] ?? "" }
    let (type, state, own) = (name("ViewModel"), name("State"), "`\(viewModel.name)`")
    types.writeClass(state, viewModel.outputs, "The outputs of \(own).")
    begin(name("Inputs"), "Sends inputs to \(own).", state, "_instance")
    for input in viewModel.inputs { write(input, name("Inputs"), isCall: false) }
    begin(name("Calls"), "The inputs of \(own), waiting for their end.", state, "_instance")
    for input in viewModel.inputs { write(input, name("Calls"), isCall: true) }
    if !viewModel.events.isEmpty {
      begin(name("Events"), "Calls back when something happens in \(own).", state, "_instance")
      for event in viewModel.events { write(event: event, name("Events")) }
    }
    begin(type, viewModel.description ?? "\(own).", state, "instance")
    for word in ["Inputs", "Calls"] + (viewModel.events.isEmpty ? [] : ["Events"]) {
      code.line("self.\(word.lowercased()): Final = \(name(word))(instance)", 2)
    }
    writeCreate(viewModel, type, state)
    let a = face == .asyncio ? "a" : ""
    code.line(
      """

      @property
      def state(self) -> \(state):
          \"\"\"The outputs, as of the last update that has arrived.\"\"\"
          return self.instance.state

      def on_change(self, callback: Callable[[Change[\(state)]], None]) -> Callable[[], None]:
          \"\"\"Calls back after each turn that changed the state. What it returns ends that.\"\"\"
          return self.instance.on_change(callback)

      \(face.async)def dispose(self) -> None:
          \"\"\"Ends the instance.\"\"\"
          \(face.await)self.instance.dispose()

      \(face.async)def __\(a)enter__(self) -> \(type):
          return self

      \(face.async)def __\(a)exit__(
          self,
          kind: type[BaseException] | None,
          error: BaseException | None,
          trace: TracebackType | None,
      ) -> None:
          \(face.await)self.instance.__\(a)exit__(kind, error, trace)
      """, 1)
  }

  private mutating func writeCreate(
    _ viewModel: TypedModel.ViewModel, _ name: String, _ state: String
  ) {
    let arguments = viewModel.parameters
    let taken = Set(arguments.map(\.name)).union(["host", "id"])
    var given = signature(
      arguments, name, ["cls", "host: \(face.host)", "*"], ["host", "id"], areNamed: true)
    var uses: [String] = []
    for role in viewModel.roles {
      let own = role.viewModels.compactMap { file.names[$0, "ViewModel"] }
      let type = own + ["\(face.instance)[Mapping[str, object]]"]
      let parameter = parameter(role.name, taken)
      given.append("\(parameter): \(type.joined(separator: " | "))")
      let classes = own.count == 1 ? own[0] : "(\(own.joined(separator: ", ")))"
      let value = "\(parameter).instance if isinstance(\(parameter), \(classes)) else \(parameter)"
      uses.append("\(Self.quoted(role.name)): \(own.isEmpty ? parameter : value)")
    }
    given.append("id: str | None = None")
    code.line(Self.function("\n@classmethod\n\(face.async)def create", given, name), 1)
    code.line(Self.documentation("Creates an instance.", Self.lines(arguments)), 2)
    code.line("\(face.await)check(host)\ninstance = \(face.await)host.create(", 2)
    code.line("\(Self.quoted(viewModel.name)), state_type=\(state), id=id,", 3)
    if !arguments.isEmpty {
      code.line("parameters=\(values(arguments, ["host", "id"])),", 3)
    }
    if !uses.isEmpty { code.line("uses={\(uses.joined(separator: ", "))},", 3) }
    code.line(")\nreturn cls(instance)", 2)
  }

  /// The head of a class that keeps an instance as a member.
  private mutating func begin(
    _ name: String, _ summary: String, _ state: String, _ member: String
  ) {
    code.line("\n\nclass \(name):")
    code.line(Self.documentation(summary), 1)
    code.line("\ndef __init__(self, instance: \(face.instance)[\(state)]) -> None:", 1)
    code.line("self.\(member): Final = instance", 2)
  }

  private mutating func write(_ input: TypedModel.Input, _ name: String, isCall: Bool) {
    let own = CodeNames.member(input.name, reserved: Self.reservedMembers)
    let owner = "\(name) \(input.name)"
    let result = input.result.map { types.text($0, owner: "\(owner) Result") } ?? "None"
    let returned = isCall ? face.called(result) : face.sent
    // The type of the result stands in the body, too, where a parameter would be meant.
    let reserved = input.result == nil ? [] : PythonTypes.builtins
    let taken = signature(input.arguments, owner, ["self"], reserved)
    code.line(Self.function("\ndef \(own)", taken, returned), 1)
    let returns = isCall ? input.returns.map { ["Returns: \($0)"] } ?? [] : []
    let text = input.description ?? "Sends `\(input.name)`."
    code.line(Self.documentation(text, Self.lines(input.arguments) + returns), 2)
    let arguments = input.arguments.isEmpty ? "" : ", **\(values(input.arguments, reserved))"
    let method = isCall ? "call" : "input"
    let call = "self._instance.\(method)(\(Self.quoted(input.name))\(arguments))"
    let isCast = isCall && face == .blocking
    let returning = "return \(isCast ? Self.cast(call, to: returned) : call)"
    code.line(isCast && returned == "None" ? call : returning, 2)
  }

  private mutating func write(event: Member, _ name: String) {
    let own = CodeNames.member(event.name, reserved: Self.reservedMembers)
    let type = types.text(event.type, owner: "\(name) \(event.name)")
    code.line("\ndef \(own)(self, callback: Callable[[\(type)], None]) -> Callable[[], None]:", 1)
    let text = event.description ?? "Calls back for each `\(event.name)`."
    code.line(Self.documentation(text, ["What it returns ends that."]), 2)
    let value = Self.cast("event.value", to: type)
    let name = Self.quoted(event.name)
    code.line("return self._instance.on_event(lambda event: callback(\(value)), \(name))", 2)
  }

  // MARK: Arguments

  /// What stands between the parentheses of a function; what may be left out is given by name.
  ///
  /// - Parameter areNamed: whether all are; then `first` ends with the star.
  private mutating func signature(
    _ arguments: [Member], _ owner: String, _ first: [String],
    _ reserved: Set<String> = ["self"], areNamed: Bool = false
  ) -> [String] {
    var texts = first
    for argument in arguments.required + arguments.optional {
      if argument == arguments.optional.first, !areNamed { texts.append("*") }
      let type = types.text(argument.sentType, owner: "\(owner) \(argument.name)")
      let none = argument.isRequired ? "" : type == "object" ? " = None" : " | None = None"
      texts.append("\(parameter(argument.name, reserved)): \(type)\(none)")
    }
    return texts
  }

  /// The head of a function, in several lines if one would be long.
  private static func function(
    _ head: String, _ parameters: [String], _ returned: String, end: String = ":"
  ) -> String {
    let line = "(\(parameters.joined(separator: ", "))) -> \(returned)\(end)"
    let own = head.split(separator: "\n").last ?? ""
    guard own.count + line.count > 95 else { return head + line }
    let inner = parameters.map { "    \($0),\n" }.joined()
    return "\(head)(\n\(inner)) -> \(returned)\(end)"
  }

  /// What a method of inputs or events cannot be called.
  private static let reservedMembers = PythonTypes.keywords.union(PythonTypes.builtins)
    .union(["_instance"])

  private func parameter(_ name: String, _ reserved: Set<String>) -> String {
    CodeNames.member(name, reserved: PythonTypes.keywords.union(reserved).union(["self", "cls"]))
  }

  /// The arguments by their names on the wire.
  private func values(_ arguments: [Member], _ reserved: Set<String>) -> String {
    func pairs(_ arguments: [Member]) -> String {
      arguments.map { "\(Self.quoted($0.name)): \(parameter($0.name, reserved))" }
        .joined(separator: ", ")
    }
    let (required, optional) = (pairs(arguments.required), pairs(arguments.optional))
    if optional.isEmpty { return "{\(required)}" }
    return required.isEmpty ? "_given({\(optional)})" : "{\(required), **_given({\(optional)})}"
  }

  /// What is known of the arguments, a line each.
  private static func lines(_ arguments: [Member]) -> [String] {
    arguments.compactMap { argument in
      argument.description.map { "`\(argument.name)`: \($0)" }
    }
  }

  // MARK: Texts

  /// A documentation string (PEP 257): the first line, and more after an empty one.
  ///
  /// - Parameter more: lines that stand by themselves.
  static func documentation(_ text: String, _ more: [String] = []) -> String {
    let body = text + (more.isEmpty ? "" : "\n\n" + more.joined(separator: "\n"))
    var lines = Prose.lines(body, width: 92)
    lines = lines.map { line in
      line.map { $0 == "\\" ? "\\\\" : $0 == "\"" ? "\\\"" : "\($0)" }.joined()
    }
    guard lines.count > 1 else { return "\"\"\"\(lines.first ?? "")\"\"\"" }
    let rest = lines.dropFirst().drop { $0.isEmpty }
    return "\"\"\"\(lines[0])\n\n\(rest.joined(separator: "\n"))\n\"\"\""
  }

  /// A value that is of no type, as one of a type; its quotation marks do not stand in such.
  private static func cast(_ value: String, to type: String) -> String {
    let mark = type.contains("\"") ? "'" : "\""
    return "cast(\(mark)\(type)\(mark), \(value))"
  }

  /// A text in quotation marks: what JSON writes Python reads as the same.
  static func quoted(_ text: String) -> String { JSONValue.string(text).description }
}
