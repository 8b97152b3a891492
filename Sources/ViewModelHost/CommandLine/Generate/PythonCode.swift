import JSON

/// Python classes on top of the package `viewmodel_host`.
struct PythonCode {
  private var types = PythonTypes()
  private var code = CodeText(step: "    ")
  let catalog: GeneratedCatalog
  let face: PythonFace
  /// What the class of a ViewModel is called.
  private var classes: [String: String] = [:]

  static func text(_ catalog: GeneratedCatalog, _ face: PythonFace) -> String {
    var code = PythonCode(catalog, face)
    code.write()
    let body = code.types.code.text + code.code.text
    return code.head(for: body) + body + code.foot
  }

  private init(_ catalog: GeneratedCatalog, _ face: PythonFace) {
    self.catalog = catalog
    self.face = face
    types.define(catalog.definitions)
    for viewModel in catalog.viewModels {
      classes[viewModel.name] = types.unique("\(viewModel.name) ViewModel")
    }
  }

  private mutating func write() {
    writeServices()
    for viewModel in catalog.viewModels { write(viewModel) }
  }

  // MARK: Services

  private mutating func writeServices() {
    guard !catalog.services.isEmpty else { return }
    var protocols: [(parameter: String, wire: String, type: String)] = []
    for service in catalog.services {
      let name = types.unique("\(service.name) Service")
      let result = types.text(service.result, owner: "\(name) Result")
      code.line("\n\nclass \(name)(Protocol):")
      let said = service.description.map { [$0] } ?? []
      code.line(Self.documentation("Answers the service `\(service.name)`.", said), 1)
      let arguments = signature(service.arguments, name, ["self"])
      let returned = face == .asyncio ? "\(result) | Awaitable[\(result)]" : result
      code.line(Self.function("\ndef __call__", arguments, returned, end: ": ..."), 1)
      let parameter = CodeNames.member(service.name, reserved: PythonTypes.keywords)
      protocols.append((parameter, service.name, name))
    }
    let parameters = protocols.map { "\($0.parameter): \($0.type) | None = None" }
    let returned = "dict[str, Callable[..., object]]"
    code.line(Self.function("\n\ndef services", ["*"] + parameters, returned))
    let text = "What a `\(face.host)` takes as its `services`: those that are answered."
    code.line(Self.documentation(text), 1)
    let pairs = protocols.map { "\(Self.quoted($0.wire)): \($0.parameter)," }
    code.line("given: dict[str, Callable[..., object] | None] = {", 1)
    for pair in pairs { code.line(pair, 2) }
    code.line(
      """
      }
      return {name: service for name, service in given.items() if service is not None}
      """, 1)
  }

  // MARK: ViewModels

  private mutating func write(_ viewModel: GeneratedCatalog.ViewModel) {
    let name = classes[viewModel.name] ?? ""
    let base = "\(viewModel.name) "
    let state = types.unique(base + "State")
    types.writeClass(
      state,
      viewModel.outputs.map {
        WireType.Member(
          name: $0.name, type: $0.type, isRequired: true, description: $0.description)
      }, "The outputs of `\(viewModel.name)`.")
    let inputs = types.unique(base + "Inputs")
    write(inputs, viewModel.inputs, state, "Sends inputs to `\(viewModel.name)`.", isCall: false)
    let calls = types.unique(base + "Calls")
    write(
      calls, viewModel.inputs, state, "The inputs of `\(viewModel.name)`, waiting for their end.",
      isCall: true)
    let events = types.unique(base + "Events")
    if !viewModel.events.isEmpty { writeEvents(events, viewModel, state) }

    code.line("\n\nclass \(name):")
    code.line(Self.documentation(viewModel.description ?? "`\(viewModel.name)`."), 1)
    code.line("\ndef __init__(self, instance: \(face.instance)[\(state)]) -> None:", 1)
    code.line("self.instance: Final = instance", 2)
    code.line("self.inputs: Final = \(inputs)(instance)", 2)
    code.line("self.calls: Final = \(calls)(instance)", 2)
    if !viewModel.events.isEmpty { code.line("self.events: Final = \(events)(instance)", 2) }
    writeCreate(viewModel, name, state)
    let (`async`, `await`, a) = face == .asyncio ? ("async ", "await ", "a") : ("", "", "")
    code.line(
      """

      @property
      def state(self) -> \(state):
          \"\"\"The outputs, as of the last update that has arrived.\"\"\"
          return self.instance.state

      def on_change(self, callback: Callable[[Change[\(state)]], None]) -> Callable[[], None]:
          \"\"\"Calls back after each turn that changed the state. What it returns ends that.\"\"\"
          return self.instance.on_change(callback)

      \(`async`)def dispose(self) -> None:
          \"\"\"Ends the instance.\"\"\"
          \(`await`)self.instance.dispose()

      \(`async`)def __\(a)enter__(self) -> \(name):
          return self

      \(`async`)def __\(a)exit__(
          self,
          kind: type[BaseException] | None,
          error: BaseException | None,
          trace: TracebackType | None,
      ) -> None:
          \(`await`)self.instance.__\(a)exit__(kind, error, trace)
      """, 1)
  }

  private mutating func writeCreate(
    _ viewModel: GeneratedCatalog.ViewModel, _ name: String, _ state: String
  ) {
    let roles = viewModel.roles.map { role in
      let own = role.viewModels.compactMap { classes[$0] }
      let type = (own + ["\(face.instance)[Mapping[str, object]]"]).joined(separator: " | ")
      let taken = Set(viewModel.parameters.map(\.name))
      return (
        wire: role.name, parameter: parameter(role.name, taken.union(["host", "id"])), type: type,
        classes: own.count == 1 ? own[0] : "(\(own.joined(separator: ", ")))"
      )
    }
    let arguments = viewModel.parameters
    var given = signature(
      arguments, name, ["cls", "host: \(face.host)", "*"], ["host", "id"], areNamed: true)
    given += roles.map { "\($0.parameter): \($0.type)" } + ["id: str | None = None"]
    let (`async`, `await`) = face == .asyncio ? ("async ", "await ") : ("", "")
    code.line(Self.function("\n@classmethod\n\(`async`)def create", given, name), 1)
    code.line(Self.documentation("Creates an instance.", Self.lines(arguments)), 2)
    code.line("\(`await`)check(host)\ninstance = \(`await`)host.create(", 2)
    code.line("\(Self.quoted(viewModel.name)), state_type=\(state), id=id,", 3)
    if !arguments.isEmpty {
      code.line("parameters=\(values(arguments, ["host", "id"])),", 3)
    }
    if !roles.isEmpty {
      let pairs = roles.map { role in
        let own = "\(role.parameter).instance if isinstance(\(role.parameter), \(role.classes))"
        let value = role.classes == "()" ? role.parameter : "\(own) else \(role.parameter)"
        return "\(Self.quoted(role.wire)): \(value)"
      }
      code.line("uses={\(pairs.joined(separator: ", "))},", 3)
    }
    code.line(")\nreturn cls(instance)", 2)
  }

  private mutating func write(
    _ name: String, _ inputs: [GeneratedCatalog.Input], _ state: String, _ summary: String,
    isCall: Bool
  ) {
    code.line("\n\nclass \(name):")
    code.line(Self.documentation(summary), 1)
    code.line("\ndef __init__(self, instance: \(face.instance)[\(state)]) -> None:", 1)
    code.line("self._instance: Final = instance", 2)
    for input in inputs {
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
      if isCall {
        let call = "self._instance.call(\(Self.quoted(input.name))\(arguments))"
        let isValue = face == .blocking && returned != "None"
        let returning = face == .asyncio ? "return \(call)" : call
        code.line(isValue ? "return \(Self.cast(call, to: returned))" : returning, 2)
      } else {
        code.line("return self._instance.input(\(Self.quoted(input.name))\(arguments))", 2)
      }
    }
  }

  private mutating func writeEvents(
    _ name: String, _ viewModel: GeneratedCatalog.ViewModel, _ state: String
  ) {
    code.line("\n\nclass \(name):")
    code.line(Self.documentation("Calls back when something happens in `\(viewModel.name)`."), 1)
    code.line("\ndef __init__(self, instance: \(face.instance)[\(state)]) -> None:", 1)
    code.line("self._instance: Final = instance", 2)
    for event in viewModel.events {
      let own = CodeNames.member(event.name, reserved: Self.reservedMembers)
      let type = types.text(event.type, owner: "\(name) \(event.name)")
      code.line(
        "\ndef \(own)(self, callback: Callable[[\(type)], None]) -> Callable[[], None]:", 1)
      let text = event.description ?? "Calls back for each `\(event.name)`."
      code.line(Self.documentation(text, ["What it returns ends that."]), 2)
      let value = Self.cast("event.value", to: type)
      let name = Self.quoted(event.name)
      code.line("return self._instance.on_event(lambda event: callback(\(value)), \(name))", 2)
    }
  }

  // MARK: Arguments

  /// What stands between the parentheses of a function; what may be left out is given by name.
  ///
  /// - Parameter areNamed: whether all are; then `first` ends with the star.
  private mutating func signature(
    _ arguments: [GeneratedCatalog.Argument], _ owner: String, _ first: [String],
    _ reserved: Set<String> = ["self"], areNamed: Bool = false
  ) -> [String] {
    var texts = first
    for argument in arguments where argument.isRequired {
      let type = types.text(argument.type, owner: "\(owner) \(argument.name)")
      texts.append("\(parameter(argument.name, reserved)): \(type)")
    }
    let optional = arguments.filter { !$0.isRequired }
    if !optional.isEmpty, !areNamed { texts.append("*") }
    for argument in optional {
      let type = types.text(argument.type.withoutNull.type, owner: "\(owner) \(argument.name)")
      let none = type == "object" ? "" : " | None"
      texts.append("\(parameter(argument.name, reserved)): \(type)\(none) = None")
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
  private func values(
    _ arguments: [GeneratedCatalog.Argument], _ reserved: Set<String>
  ) -> String {
    let required = arguments.filter(\.isRequired)
    func pairs(_ arguments: [GeneratedCatalog.Argument]) -> String {
      arguments.map { "\(Self.quoted($0.name)): \(parameter($0.name, reserved))" }
        .joined(separator: ", ")
    }
    guard required.count < arguments.count else { return "{\(pairs(arguments))}" }
    let optional = "_given({\(pairs(arguments.filter { !$0.isRequired }))})"
    return required.isEmpty ? optional : "{\(pairs(required)), **\(optional)}"
  }

  /// What is known of the arguments, a line each.
  private static func lines(_ arguments: [GeneratedCatalog.Argument]) -> [String] {
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
