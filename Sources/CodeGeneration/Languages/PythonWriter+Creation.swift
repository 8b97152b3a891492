/// Writes `create`, with overloads for all outputs, and for the observed outputs of a type that the
/// caller passes.
extension PythonWriter {
  mutating func writeCreate(_ viewModel: TypedModel.ViewModel, _ name: String, _ state: String) {
    let arguments = viewModel.parameters
    let own = [
      "check", "host", "id", "instance", "isinstance", "observe", "state_type", name, state,
    ]
    var taken = CodeNames(keywords: Self.inBody.union(own))
    let parameters = parameters(arguments, &taken)
    var given = signature(
      parameters, name, ["cls", "host: \(style.host)", "*"], areNamed: true)
    var uses: [String] = []
    for (parameter, role) in zip(taken.unique(viewModel.roles.map(\.name)), viewModel.roles) {
      let own = role.viewModels.compactMap { file.names[$0, "ViewModel"] }
      let type = own.map { "\($0)[\(Self.anyState)]" } + ["\(style.instance)[\(Self.anyState)]"]
      given.append("\(parameter): \(type.joined(separator: " | "))")
      let classes = own.count == 1 ? own[0] : "(\(own.joined(separator: ", ")))"
      let value = "\(parameter).instance if isinstance(\(parameter), \(classes)) else \(parameter)"
      uses.append("\(Self.quoted(role.name)): \(own.isEmpty ? parameter : value)")
    }
    given.append("id: str | None = None")
    let head = "@classmethod\n\(style.async)def create"
    let observe = "observe: Sequence[Output]"
    code.line(Self.function("\n@overload\n\(head)", given, "\(name)[\(state)]", end: ": ..."), 1)
    let some = given + [observe, "state_type: type[_StateT]"]
    code.line(Self.function("\n@overload\n\(head)", some, "\(name)[_StateT]", end: ": ..."), 1)
    let all = given + ["\(observe) | None = None", "state_type: type[\(Self.anyState)] = \(state)"]
    code.line(Self.function("\n\(head)", all, "\(name)[\(Self.anyState)]"), 1)
    let observing =
      "With `observe` the state has these outputs; `state_type`, a TypedDict, says so."
    code.line(Self.documentation("Creates an instance.", Self.lines(arguments) + [observing]), 2)
    code.line("\(style.await)_contract.check(host, \(Self.quoted(viewModel.name)))", 2)
    code.line("del state_type  # is for type checkers", 2)
    code.line("instance = \(style.await)host.create(", 2)
    code.line("\(Self.quoted(viewModel.name)), id=id, observe=observe,", 3)
    if !arguments.isEmpty {
      code.line("parameters=\(Self.values(parameters)),", 3)
    }
    if !uses.isEmpty { code.line("uses={\(uses.joined(separator: ", "))},", 3) }
    code.line(")\nreturn \(name)(instance)", 2)
  }
}
