/// Writes Lua modules on top of the Neovim plugin `viewmodel_host`, one a ViewModel.
struct LuaWriter: CodeWriter {
  static let naming = Naming(
    words: [
      "ViewModel", "State", "Change", "Parameters", "Options", "Creation", "Services",
    ], isQualified: true)

  let file: CodeFile
  private let types: LuaTypes
  private var code = CodeText(step: "  ")

  static func stem(_ viewModel: String, host: String, prefix: String?) -> String {
    CodeNames.member(viewModel)
  }

  init(_ file: CodeFile) {
    self.file = file
    types = LuaTypes(file.names)
  }

  var body: String { code.text }

  /// A file of types that no module requires; a language server finds it.
  func sharedTypes() -> GeneratedFile? {
    let text = """
      ---@meta _
      -- The types that the ViewModels of \(file.host) share.
      -- \(file.origin)
      -- Integers beyond 2^53 are strings of their digits, and null is vim.NIL.
      -- luacheck: no max comment line length

      """
    let annotations = types.annotations(file.model.definitions)
    return GeneratedFile(name: "types.lua", text: text + annotations)
  }

  func head() -> String {
    """
    -- The ViewModel \(file.viewModel.shown) of \(file.host), typed.
    -- \(file.origin)
    -- luacheck: no max line length

    local typed = require("viewmodel_host.typed")


    """
  }

  func foot() -> String {
    """
    -- What this was generated for: the host is asked whether it still offers that.
    \(local).contract = \(LuaTypes.block(Prose.lines(file.model.contract, width: 100)))

    return \(local)

    """
  }

  /// The local name of its class.
  private var local: String { CodeNames.type("\(file.viewModel.name) ViewModel") }

  /// The global name of one of its types.
  private func name(_ word: String) -> String { file.names[file.viewModel.name, word] ?? "" }

  // MARK: Classes and creation

  mutating func write(_ viewModel: TypedModel.ViewModel) {
    let text = viewModel.description ?? "The ViewModel `\(viewModel.shown)`."
    code.line(
      """
      ---@class \(name("Change")): viewmodel_host.Change
      ---@field before \(name("State"))
      ---@field state \(name("State"))

      --- The outputs of `\(viewModel.shown)`.
      \(types.annotation(class: name("State"), viewModel.outputs))

      \(LuaTypes.comment(text))
      ---@class \(name("ViewModel")): viewmodel_host.Typed
      ---@field state \(name("State")) as of the last update that has arrived. Do not change it
      ---@field on_change fun(self: \(name("ViewModel")), callback: fun(change: \(name("Change")))): fun()
      local \(local) = typed.class(\(LuaTypes.quoted(viewModel.name)))

      """)
    writeCreate(viewModel)
    writeServices()
    var names = CodeNames(keywords: Self.reserved, reserved: Self.reserved)
    // Events are named first, so on a conflict the input gets another name.
    let events = names.unique(viewModel.events.map(\.name), prefix: "on_")
    let inputs = names.unique(viewModel.inputs.map(\.name))
    for (input, name) in zip(viewModel.inputs, inputs) { write(input, name) }
    for (event, name) in zip(viewModel.events, events) { write(event: event, name) }
  }

  /// The members of all instances and their base class.
  private static let reserved = LuaTypes.keywords.union([
    "contract", "create", "dispose", "id", "instance", "on_change", "on_event", "services", "state",
    "view_model",
  ])

  private mutating func writeCreate(_ viewModel: TypedModel.ViewModel) {
    let (parameters, roles) = (viewModel.parameters, viewModel.roles)
    let needsParameters = !parameters.required.isEmpty
    let needsSome = needsParameters || !roles.isEmpty
    var fields: [String] = []
    if !parameters.isEmpty {
      code.line(types.annotation(class: name("Parameters"), parameters, isSent: true) + "\n")
      fields.append("---@field parameters\(needsParameters ? "" : "?") \(name("Parameters"))\n")
    }
    if !roles.isEmpty {
      let texts = roles.map { role in
        let own = role.viewModels.compactMap { file.names[$0, "ViewModel"] }
        let all = own + ["viewmodel_host.Instance", "string"]
        return "\(LuaTypes.key(role.name, isRequired: true)): \(all.joined(separator: "|"))"
      }
      fields.append("---@field uses { \(texts.joined(separator: ", ")) }\n")
    }
    let callback = "fun(err: viewmodel_host.Error|nil, created: \(name("ViewModel")))"
    let overload = """

      ---@overload fun(host: viewmodel_host.Host, callback: \(callback)): \(name("Creation"))
      """
    code.line(
      """
      ---@class \(name("Options")): viewmodel_host.CreateOptions
      \(fields.joined())
      ---@class \(name("Creation")): viewmodel_host.Request
      ---@field wait fun(self: viewmodel_host.Request, timeout?: integer): \(name("ViewModel"))

      --- Creates an instance. The request ends with it, or with an error of kind "contract" when the host is another than
      --- this was generated for, and does not fit.
      ---@param host viewmodel_host.Host
      ---@param options\(needsSome ? "" : "?") \(name("Options"))
      ---@param callback? \(callback)
      ---@return \(name("Creation"))\(needsSome ? "" : overload)
      function \(local).create(host, options, callback)
      """)
    code.line("return typed.create(\(local), host, options, callback)", 1)
    code.line("end\n")
  }

  private mutating func writeServices() {
    let services = file.model.services
    guard !services.isEmpty else { return }
    code.line("---@class \(name("Services"))")
    for service in services {
      let key = LuaTypes.key(service.name, isRequired: service.isRequired)
      let arguments = types.text(service.argumentType)
      code.line(
        "---@field \(key) fun(arguments: \(arguments), call: viewmodel_host.ServiceCall): "
          + "\(types.text(service.result))|nil"
          + LuaTypes.remark(service.description))
    }
    code.line(
      """

      --- What this frontend answers, for `services` of |viewmodel_host.start()|.
      ---@param services \(name("Services"))
      ---@return table<string, viewmodel_host.Service>
      function \(local).services(services)
        return services
      end

      """)
  }

  // MARK: Inputs and events

  private mutating func write(_ input: TypedModel.Input, _ name: String) {
    code.line(LuaTypes.comment(input.description ?? "Sends `\(input.shown)`."))
    var taken = CodeNames(
      keywords: LuaTypes.keywords, reserved: ["arguments", "callback", "self", "typed", local])
    let parameters = taken.unique(input.arguments.map(\.name), Self.parameter)
    for (name, argument) in zip(parameters, input.arguments) {
      code.line(
        "---@param \(name)\(argument.isRequired ? "" : "?") \(types.text(argument.sentType))"
          + LuaTypes.remark(argument.description))
    }
    if input.isCall {
      let result = input.result.map { types.text($0) }
      let value = result.map { ", value: \($0)" } ?? ""
      let returns = input.returns.map { ": \(Prose.clause($0))" } ?? ""
      let remark = result.map { " # ends with \($0)\(returns)" } ?? ""
      code.line(
        """
        ---@param callback? fun(err: viewmodel_host.Error|nil\(value))
        ---@return viewmodel_host.Request\(remark)
        """)
    }
    let all = parameters + (input.isCall ? ["callback"] : [])
    code.line("function \(local):\(name)(\(all.joined(separator: ", ")))")
    let members = zip(parameters, input.arguments).map { name, argument in
      "\(LuaTypes.member(argument.name)) = \(name)"
    }
    let table = members.isEmpty ? nil : "{ \(members.joined(separator: ", ")) }"
    let sent = [LuaTypes.quoted(input.name), table ?? (input.isCall ? "nil" : nil)]
    let values = sent.compactMap { $0 } + (input.isCall ? ["callback"] : [])
    let send = "self.instance:\(input.isCall ? "call" : "input")(\(values.joined(separator: ", ")))"
    code.line(input.isCall ? "return \(send)" : send, 1)
    code.line("end\n")
  }

  /// Linters regard a parameter that begins with `_` as unused.
  private static func parameter(_ name: String) -> String {
    let name = CodeNames.member(name)
    return name.hasPrefix("_") ? "argument\(name)" : name
  }

  private mutating func write(event: Member, _ name: String) {
    code.line(
      """
      \(LuaTypes.comment(event.description ?? "Calls back for each `\(event.shown)`."))
      ---@param callback fun(value: \(types.text(event.type)))
      ---@return fun() off ends the registration
      function \(local):\(name)(callback)
        return self:on_event(\(LuaTypes.quoted(event.name)), callback)
      end

      """)
  }
}
