import JSON

/// Writes Python classes on top of the package `viewmodel_host`.
struct PythonWriter: CodeWriter {
  static let naming = Naming(
    reserved: PythonTypes.reserved, words: ["ViewModel", "State", "Inputs", "Calls", "Events"])

  let file: CodeFile
  let style: PythonStyle
  private var types: PythonTypes
  var code = CodeText(step: "    ")

  init(_ file: CodeFile, _ style: PythonStyle) {
    self.file = file
    self.style = style
    types = PythonTypes(file.names)
    let viewModels = file.model.viewModels
    types.reserve(viewModels.flatMap { $0.inputs.map(\.name) + $0.events.map(\.name) })
    types.reserve(
      viewModels.flatMap { $0.inputs.flatMap(\.arguments) + $0.parameters }.map(\.name))
  }

  var body: String { types.code.text + code.text }

  // MARK: Head and foot

  func head() -> String {
    let check = """
      def check(host: \(style.host)) -> None:
          \"\"\"Asks a host, once, whether all of this fits. Raises ContractBroken if it does not.\"\"\"
          \(style.await)_contract.check(host)

      """
    // Docstrings can contain any word; code contains these only as names.
    let texts = (body + check).components(between: "\"\"\"")
    func uses(_ code: String) -> Bool { texts.contains { $0.contains(code) } }
    let hasAliases = uses(": TypeAlias = ")
    let hasInstances = !file.model.viewModels.isEmpty
    var lines = uses("asyncio.Future[") ? ["import asyncio"] : []
    func add(_ module: String, _ names: [(name: String, isUsed: Bool)]) {
      let used = names.filter(\.isUsed).map(\.name).joined(separator: ", ")
      if !used.isEmpty { lines.append("from \(module) import \(used)") }
    }
    add(
      "collections.abc",
      [
        ("Awaitable", uses("| Awaitable[")), ("Callable", uses("Callable[")),
        ("Mapping", hasInstances), ("Sequence", hasInstances),
      ])
    add("types", [("TracebackType", uses("TracebackType |"))])
    add(
      "typing",
      [
        ("TYPE_CHECKING", hasAliases || hasInstances), ("Final", true),
        ("Generic", hasInstances), ("Literal", uses("Literal[")),
        ("Protocol", uses("(Protocol):")), ("TypedDict", uses("TypedDict")),
        ("TypeVar", hasInstances),
        ("cast", uses("return cast(") || uses("callback(cast(")), ("final", uses("\n@final")),
        ("overload", hasInstances),
      ])
    lines.append("")
    let own = [
      (style.host, true), (style.instance, hasInstances), ("Change", hasInstances),
      ("Output", hasInstances), ("ServiceCall", uses("call: ServiceCall")),
    ]
    let client = file.client ?? "viewmodel_host"
    add(client, own.sorted { $0.0 < $1.0 })
    let typed = "from \(client).typed import"
    lines.append("\(typed) \(style.contract) as _Contract")
    lines.append("\(typed) ContractBroken as ContractBroken")
    if uses("_given({") { lines.append("\(typed) given as _given") }
    if hasAliases || hasInstances {
      let names = (hasAliases ? ["TypeAlias"] : []) + (hasInstances ? ["TypeVar as _TypeVar"] : [])
      lines.append(
        "\nif TYPE_CHECKING:\n    from typing_extensions import \(names.joined(separator: ", "))")
    }
    // The type of the state when only some outputs are observed.
    if hasInstances {
      lines.append("\n_StateT = TypeVar(\"_StateT\", bound=\"Mapping[str, object]\")")
    }
    return """
      \"\"\"ViewModels of \(file.host), typed.

      \(file.origin)
      \"\"\"

      from __future__ import annotations

      \(lines.joined(separator: "\n"))

      CONTRACT: Final = "\(file.model.hash)"
      \"\"\"The hash of the contract that this was generated from.\"\"\"


      \(style.async)\(check)
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
    var taken = CodeNames(keywords: PythonTypes.keywords, reserved: ["given"])
    let own = taken.unique(services.map(\.name))
    for (parameter, service) in zip(own, services) {
      let name = types.unique("\(service.name) Service")
      let result = types.text(service.result, owner: "\(name) Result")
      code.line("\n\nclass \(name)(Protocol):")
      let more = service.description.map { [$0] } ?? []
      code.line(Self.documentation("Answers the service `\(service.shown)`.", more), 1)
      let arguments = signature(of: service, name)
      let returned = style == .asyncio ? "\(result) | Awaitable[\(result)]" : result
      code.line(Self.function("\ndef __call__", arguments, returned, end: ": ..."), 1)
      parameters.append("\(parameter): \(name) | None = None")
      pairs.append("    \(Self.quoted(service.name)): \(parameter),")
    }
    let returned = "dict[str, Callable[..., object]]"
    code.line(Self.function("\n\ndef services", ["*"] + parameters, returned))
    code.line(
      """
      \"""What a `\(style.host)` takes as its `services`: those that are answered.\"""
      given: dict[str, Callable[..., object] | None] = {
      \(pairs.joined(separator: "\n"))
      }
      return {name: service for name, service in given.items() if service is not None}
      """, 1)
  }

  /// The client passes arguments by JSON name. Those that are not identifiers are in the `**`
  /// argument.
  private mutating func signature(of service: TypedModel.Service, _ name: String) -> [String] {
    let all = service.arguments.required + service.arguments.optional
    let taken = PythonTypes.keywords.union(["self", "call"])
    let named = all.filter { CodeNames.isIdentifier($0.name) && !taken.contains($0.name) }
    let others = named.count == all.count ? [] : ["**others: object"]
    let first = ["self", "call: ServiceCall", "/"]
    return signature(named.map { ($0.name, $0) }, name, first) + others
  }

  // MARK: ViewModels

  mutating func write(_ viewModel: TypedModel.ViewModel) {
    func name(_ word: String) -> String { file.names[viewModel.name, word] ?? "" }
    let (type, state, own) = (name("ViewModel"), name("State"), "`\(viewModel.shown)`")
    types.writeClass(state, viewModel.outputs, "The outputs of \(own).")
    for output in viewModel.outputs { types.writeWindow(of: output, owner: viewModel.name) }
    begin(name("Inputs"), "Sends inputs to \(own).", "_instance")
    let inputs = members(viewModel.inputs.map(\.name))
    for (own, input) in zip(inputs, viewModel.inputs) {
      write(input, own, name("Inputs"), isCall: false)
    }
    begin(name("Calls"), "The inputs of \(own), waiting for their end.", "_instance")
    for (own, input) in zip(inputs, viewModel.inputs) {
      write(input, own, name("Calls"), isCall: true)
    }
    if !viewModel.events.isEmpty {
      begin(name("Events"), "Calls back when something happens in \(own).", "_instance")
      for (own, event) in zip(members(viewModel.events.map(\.name)), viewModel.events) {
        write(event: event, own, name("Events"))
      }
    }
    let observed = "_\(state)_co"
    code.line(
      """


      if TYPE_CHECKING:
          \(observed) = _TypeVar(
              "\(observed)", bound=Mapping[str, object], covariant=True, default=\(state)
          )
      else:
          \(observed) = TypeVar("\(observed)", covariant=True)
      """)
    begin(type, viewModel.description ?? "\(own).", "instance", observed)
    for word in ["Inputs", "Calls"] + (viewModel.events.isEmpty ? [] : ["Events"]) {
      code.line("self.\(word.lowercased()): Final = \(name(word))(instance)", 2)
    }
    writeCreate(viewModel, type, state)
    let a = style == .asyncio ? "a" : ""
    code.line(
      """

      @property
      def state(self) -> \(observed):
          \"\"\"The outputs, as of the last update that has arrived.\"\"\"
          return self.instance.state

      def on_change(self, callback: Callable[[Change[\(observed)]], None]) -> Callable[[], None]:
          \"\"\"Calls back after each turn that changed the state. What it returns ends that.\"\"\"
          return self.instance.on_change(callback)

      \(style.async)def dispose(self) -> None:
          \"\"\"Ends the instance.\"\"\"
          \(style.await)self.instance.dispose()

      \(style.async)def __\(a)enter__(self) -> \(type)[\(observed)]:
          return self

      \(style.async)def __\(a)exit__(
          self,
          kind: type[BaseException] | None,
          error: BaseException | None,
          trace: TracebackType | None,
      ) -> None:
          \(style.await)self.instance.__\(a)exit__(kind, error, trace)
      """, 1)
  }

  /// The base type of all states.
  static let anyState = "Mapping[str, object]"

  /// Writes the start of a class with an instance as a member.
  ///
  /// - Parameter state: the type variable of its state; `nil` for any state.
  private mutating func begin(
    _ name: String, _ summary: String, _ member: String, _ state: String? = nil
  ) {
    code.line("\n\nclass \(name)\(state.map { "(Generic[\($0)])" } ?? ""):")
    code.line(Self.documentation(summary), 1)
    code.line(
      "\ndef __init__(self, instance: \(style.instance)[\(state ?? Self.anyState)]) -> None:", 1)
    code.line("self.\(member): Final = instance", 2)
  }

  private mutating func write(
    _ input: TypedModel.Input, _ own: String, _ name: String, isCall: Bool
  ) {
    let owner = "\(name) \(input.name)"
    let result = input.result.map { types.text($0, owner: "\(owner) Result") } ?? "None"
    let returned = isCall ? style.called(result) : "None"
    // The body also names the result's type, which a parameter must not shadow.
    var taken = CodeNames(keywords: Self.inBody.union(PythonTypes.words(result)))
    let parameters = parameters(input.arguments, &taken)
    let signature = signature(parameters, owner, ["self"])
    code.line(Self.function("\ndef \(own)", signature, returned), 1)
    let returns = isCall ? input.returns.map { ["Returns: \($0)"] } ?? [] : []
    let text = input.description ?? "Sends `\(input.shown)`."
    code.line(Self.documentation(text, Self.lines(input.arguments) + returns), 2)
    let arguments = input.arguments.isEmpty ? "" : ", **\(Self.values(parameters))"
    let method = isCall ? "call" : "input"
    let call = "self._instance.\(method)(\(Self.quoted(input.name))\(arguments))"
    let isCast = isCall && style == .blocking
    let returning = "return \(isCast ? Self.cast(call, to: returned) : call)"
    code.line(!isCall || (isCast && returned == "None") ? call : returning, 2)
  }

  private mutating func write(event: Member, _ own: String, _ name: String) {
    let type = types.text(event.type, owner: "\(name) \(event.name)")
    code.line("\ndef \(own)(self, callback: Callable[[\(type)], None]) -> Callable[[], None]:", 1)
    let text = event.description ?? "Calls back for each `\(event.shown)`."
    code.line(Self.documentation(text, ["What it returns ends that."]), 2)
    let value = Self.cast("event.value", to: type)
    let name = Self.quoted(event.name)
    code.line("return self._instance.on_event(lambda event: callback(\(value)), \(name))", 2)
  }

  // MARK: Arguments

  /// The parameter list of a function. Optional parameters are keyword-only.
  ///
  /// - Parameter areNamed: whether all are keyword-only; `first` then ends with `*`.
  mutating func signature(
    _ parameters: [Parameter], _ owner: String, _ first: [String], areNamed: Bool = false
  ) -> [String] {
    var texts = first
    var isNamed = areNamed
    for (name, argument) in parameters {
      if !argument.isRequired, !isNamed {
        texts.append("*")
        isNamed = true
      }
      let type = types.text(argument.sentType, owner: "\(owner) \(argument.name)")
      let none = argument.isRequired ? "" : type == "object" ? " = None" : " | None = None"
      texts.append("\(name): \(type)\(none)")
    }
    return texts
  }

  /// The head of a function, on several lines if it is long.
  static func function(
    _ head: String, _ parameters: [String], _ returned: String, end: String = ":"
  ) -> String {
    let line = "(\(parameters.joined(separator: ", "))) -> \(returned)\(end)"
    let own = head.split(separator: "\n").last ?? ""
    guard own.count + line.count > 95 else { return head + line }
    let inner = parameters.map { "    \($0),\n" }.joined()
    return "\(head)(\n\(inner)) -> \(returned)\(end)"
  }

  /// The method names of inputs or events. They must not shadow types, which their class also uses.
  private func members(_ names: [String]) -> [String] {
    let no = PythonTypes.reserved.union(PythonTypes.builtins).union(file.names.all)
    var taken = CodeNames(keywords: no.union(["_instance", "asyncio"]))
    return taken.unique(names)
  }

  /// The names that method bodies use, which parameters must not have.
  static let inBody = PythonTypes.keywords.union(["_given", "cast", "cls", "self"])

  /// An argument and its Python name.
  typealias Parameter = (name: String, argument: Member)

  /// The arguments in signature order: required ones first.
  func parameters(_ arguments: [Member], _ taken: inout CodeNames) -> [Parameter] {
    let arguments = arguments.required + arguments.optional
    return Array(zip(taken.unique(arguments.map(\.name)), arguments))
  }

  /// The code of a dictionary of arguments by JSON name.
  static func values(_ parameters: [Parameter]) -> String {
    func pairs(isRequired: Bool) -> String {
      parameters.filter { $0.argument.isRequired == isRequired }
        .map { "\(quoted($0.argument.name)): \($0.name)" }.joined(separator: ", ")
    }
    let (required, optional) = (pairs(isRequired: true), pairs(isRequired: false))
    if optional.isEmpty { return "{\(required)}" }
    return required.isEmpty ? "_given({\(optional)})" : "{\(required), **_given({\(optional)})}"
  }

  /// The descriptions of arguments, one a line.
  static func lines(_ arguments: [Member]) -> [String] {
    arguments.compactMap { argument in
      argument.description.map { "`\(argument.shown)`: \($0)" }
    }
  }

  // MARK: Texts

  /// A docstring (PEP 257): the first line, an empty line, and the rest.
  ///
  /// - Parameter more: lines for a separate paragraph.
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

  /// Casts a value to a type, in quotes that the type does not contain.
  private static func cast(_ value: String, to type: String) -> String {
    let mark = type.contains("\"") ? "'" : "\""
    return "cast(\(mark)\(type)\(mark), \(value))"
  }

  /// The text as a string literal; JSON's are valid in Python.
  static func quoted(_ text: String) -> String { Prose.json(.string(text)) }
}

extension String {
  /// The parts outside pairs of marks.
  fileprivate func components(between mark: String) -> [Substring] {
    var parts: [Substring] = [""]
    var rest = self[...]
    var isOutside = true
    while let range = rest.firstRange(of: mark) {
      if isOutside { parts.append(rest[..<range.lowerBound]) }
      isOutside.toggle()
      rest = rest[range.upperBound...]
    }
    return parts + (isOutside ? [rest] : [])
  }
}
