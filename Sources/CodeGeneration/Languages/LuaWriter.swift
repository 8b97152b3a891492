import JSON

/// Lua modules on top of the plugin `viewmodel_host` for Neovim, one for each ViewModel.
struct LuaWriter: CodeWriter {
  static let naming = Naming(
    words: [
      "ViewModel", "State", "Change", "Parameters", "Options", "Creation", "Services",
    ], isQualified: true)

  private let file: CodeFile
  private let types: LuaTypes
  private var code = CodeText(step: "  ")

  static func stem(_ viewModel: String, host: String, prefix: String?) -> String {
    CodeNames.member(viewModel, reserved: [])
  }

  init(_ file: CodeFile) {
    self.file = file
    types = LuaTypes(file.names, file.model.types)
  }

  var body: String { code.text }

  /// What no module requires: a language server finds it by itself.
  func sharedTypes() -> GeneratedFile? {
    let text = """
      ---@meta _
      -- The types that the ViewModels of \(file.host) share.
      -- \(file.origin)
      -- Integers beyond 2^53 are LuaJIT's int64_t, and null is vim.NIL.
      -- luacheck: no max comment line length

      """
    let annotations = types.annotations(file.model.definitions)
    return GeneratedFile(name: "types.lua", text: text + annotations)
  }

  func head() -> String {
    """
    -- The ViewModel \(viewModel) of \(file.host), typed.
    -- \(file.origin)
    -- luacheck: no max comment line length

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

  /// The one that the file is about.
  private var viewModel: String { file.model.viewModels.first?.name ?? "" }

  /// What its class is called within the file.
  private var local: String { CodeNames.type("\(viewModel) ViewModel") }

  /// What a type of it is called everywhere.
  private func name(_ word: String) -> String { file.names[viewModel, word] ?? "" }

  // MARK: ViewModels

  mutating func write(_ viewModel: TypedModel.ViewModel) {
    let text = viewModel.description ?? "The ViewModel `\(viewModel.name)`."
    code.line(
      """
      ---@class \(name("Change")): viewmodel_host.Change
      ---@field before \(name("State"))
      ---@field state \(name("State"))

      --- The outputs of `\(viewModel.name)`.
      \(types.annotation(class: name("State"), viewModel.outputs))

      \(LuaTypes.comment(text))
      ---@class \(name("ViewModel")): viewmodel_host.Typed
      ---@field state \(name("State")) as of the last update that has arrived. Do not change it
      ---@field on_change fun(self: \(name("ViewModel")), callback: fun(change: \(name("Change")))): fun()
      local \(local) = typed.class(\(LuaTypes.quoted(viewModel.name)))

      """)
    writeCreate(viewModel)
    writeServices()
    var names = CodeNames(reserved: Self.reserved)
    let events = viewModel.events.map {
      ($0, names.unique("on_\(CodeNames.member($0.name, reserved: []))"))
    }
    for input in viewModel.inputs {
      let name = names.unique(CodeNames.member(input.name, reserved: Self.reserved))
      write(input, "\(viewModel.name).\(input.name)", "\(local):\(name)")
    }
    for (event, name) in events { write(event: event, "\(local):\(name)") }
  }

  /// What all instances have, or their base.
  private static let reserved = LuaTypes.keywords.union([
    "contract", "create", "dispose", "instance", "on_change", "on_event", "services", "state",
    "view_model",
  ])

  private mutating func writeCreate(_ viewModel: TypedModel.ViewModel) {
    let parameters = viewModel.parameters
    if !parameters.isEmpty {
      let text = types.annotation(class: name("Parameters"), parameters, isSent: true)
      code.line("\(text)\n")
    }
    code.line("---@class \(name("Options")): viewmodel_host.CreateOptions")
    let needsParameters = parameters.contains(where: \.isRequired)
    if !parameters.isEmpty {
      code.line("---@field parameters\(needsParameters ? "" : "?") \(name("Parameters"))")
    }
    if !viewModel.roles.isEmpty {
      let roles = viewModel.roles.map { role in
        let own = role.viewModels.compactMap { file.names[$0, "ViewModel"] }
        let all = own + ["viewmodel_host.Instance", "string"]
        return "\(role.name): \(all.joined(separator: "|"))"
      }
      code.line("---@field uses { \(roles.joined(separator: ", ")) }")
    }
    let needsSome = needsParameters || !viewModel.roles.isEmpty
    let callback = "fun(err: viewmodel_host.Error|nil, created: \(name("ViewModel")))"
    code.line(
      """

      ---@class \(name("Creation")): viewmodel_host.Reply
      ---@field wait fun(self: viewmodel_host.Reply, timeout?: integer): \(name("ViewModel"))

      --- Creates an instance. The reply ends with it, or with an error of kind "contract_broken" when the host is another
      --- than this was generated for, and does not fit.
      ---@param host viewmodel_host.Host
      ---@param options\(needsSome ? "" : "?") \(name("Options"))
      ---@param callback? \(callback)
      ---@return \(name("Creation"))
      """)
    if !needsSome {
      let creation = name("Creation")
      code.line("---@overload fun(host: viewmodel_host.Host, callback: \(callback)): \(creation)")
    }
    code.line("function \(local).create(host, options, callback)")
    var needs: [String] = []
    if !parameters.isEmpty {
      let list = parameters.map { "  { \(LuaTypes.quoted($0.name)), \(check($0)) },\n" }
      needs.append("parameters = {\n\(list.joined())},")
    }
    if !viewModel.roles.isEmpty {
      let roles = viewModel.roles.map { LuaTypes.quoted($0.name) }
      needs.append("uses = { \(roles.joined(separator: ", ")) },")
    }
    let call = "options, callback = typed.options(\(local), options, callback"
    code.line(needs.isEmpty ? "\(call), {})" : "\(call), {", 1)
    for need in needs { code.line(need, 2) }
    if !needs.isEmpty { code.line("})", 1) }
    code.line("return typed.create(\(local), host, options, callback)", 1)
    code.line("end\n")
  }

  private mutating func writeServices() {
    guard !file.model.services.isEmpty else { return }
    code.line("---@class \(name("Services"))")
    for service in file.model.services {
      let key = LuaTypes.key(service.name, isRequired: service.isRequired)
      let arguments = types.text(service.argumentType)
      code.line(
        "---@field \(key) fun(arguments: \(arguments), call: viewmodel_host.ServiceCall): "
          + "\(types.text(service.result))|nil, viewmodel_host.ServiceError|nil"
          + LuaTypes.remark(service.description))
    }
    let needs = file.model.services.map { service in
      "{ \(LuaTypes.quoted(service.name))\(service.isRequired ? "" : ", optional = true") }"
    }
    code.line(
      """

      --- What this frontend answers, for `services` of |viewmodel_host.start()|.
      ---@param services \(name("Services"))
      ---@return table<string, viewmodel_host.Service>
      function \(local).services(services)
        local needs = { \(needs.joined(separator: ", ")) }
        local answered = typed.services(\(local), services, needs)
        return answered
      end

      """)
  }

  // MARK: Inputs and events

  /// - Parameter place: what a mistake in an argument is told of.
  private mutating func write(_ input: TypedModel.Input, _ place: String, _ name: String) {
    let ending = input.result.map { types.text($0) }
    let text = input.description ?? "Sends `\(input.name)`."
    code.line(LuaTypes.comment(text))
    var taken = CodeNames(reserved: LuaTypes.keywords.union(["callback", "self", "typed"]))
    let arguments = input.arguments.map {
      ($0, taken.unique(CodeNames.member($0.name, reserved: LuaTypes.keywords)))
    }
    for (argument, name) in arguments {
      code.line(
        "---@param \(name)\(argument.isRequired ? "" : "?") \(types.text(argument.sentType))"
          + LuaTypes.remark(argument.description))
    }
    let value = ending.map { ", value: \($0)" } ?? ""
    code.line("---@param callback? fun(err: viewmodel_host.Error|nil\(value))")
    let returns = input.returns.map { ": \(Prose.clause($0))" } ?? ""
    let remark = ending.map { " # ends with \($0)\(returns)" } ?? ""
    code.line("---@return viewmodel_host.Reply\(remark)")
    let parameters = arguments.map(\.1) + ["callback"]
    code.line("function \(name)(\(parameters.joined(separator: ", ")))")
    let method = input.isCall ? "call" : "input"
    let wire = LuaTypes.quoted(input.name)
    if arguments.isEmpty {
      code.line("return self.instance:\(method)(\(wire), nil, callback)", 1)
    } else {
      code.line("local arguments = typed.arguments(\(LuaTypes.quoted(place)), {", 1)
      for (argument, name) in arguments {
        code.line("{ \(LuaTypes.quoted(argument.name)), \(check(argument, name)) },", 2)
      }
      code.line("})", 1)
      code.line("return self.instance:\(method)(\(wire), arguments, callback)", 1)
    }
    code.line("end\n")
  }

  /// What the client checks of an argument, behind its name.
  ///
  /// - Parameter value: what it is, if that is not looked for by its name.
  private func check(_ argument: Member, _ value: String? = nil) -> String {
    let optional = argument.isRequired ? nil : "optional = true"
    return [types.kind(argument.sentType), value, optional].compactMap { $0 }
      .joined(separator: ", ")
  }

  private mutating func write(event: Member, _ name: String) {
    code.line(LuaTypes.comment(event.description ?? "Calls back for each `\(event.name)`."))
    code.line(
      """
      ---@param callback fun(value: \(types.text(event.type)))
      ---@return fun() off ends the registration
      function \(name)(callback)
        return self:on_event(\(LuaTypes.quoted(event.name)), callback)
      end

      """)
  }
}
